import { Checkbox, Text } from '@mantine/core'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { RevisionContent } from '@octavo/schema/admin/revisions.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { SummaryContext } from '../../../fields/field-editor.ts'
import { mediaLine, targetLine } from '../../../fields/reference/labels.ts'
import { useText } from '../../../i18n/text.tsx'
import review from '../review/review.module.css'
import { SideBySide } from '../review/side-by-side.tsx'
import classes from './history.module.css'
import { UnchangedFields } from './unchanged-fields.tsx'
import type { Compared } from './use-compared.ts'

interface ComparedFieldsProps {
  sides: Compared
  changed: readonly Field[]
  language: string
  names: { before: string; after: string }
  /** Values of removed fields. */
  others: RevisionContent['others']
  /** Which fields will be restored; absent if nothing can be restored. */
  choice?: { isChosen: (luid: string) => boolean; toggle: (luid: string) => void }
}

/** The changed fields side by side. Unchanged fields are collapsed. */
export function ComparedFields(props: ComparedFieldsProps) {
  const { sides, changed, language, names, others, choice } = props
  const t = useText()
  const unchanged = sides.fields.filter((field) => !changed.includes(field))
  return (
    <>
      {changed.length === 0 ? (
        <Text size="sm">{t('history.same')}</Text>
      ) : (
        <div className={`${review.columns} ${review.heads}`} aria-hidden>
          <span>{names.before}</span>
          <span>{names.after}</span>
        </div>
      )}
      {changed.map((field) => (
        <section key={field.id} className={review.field} aria-label={field.name} lang={language}>
          <div className={classes.fieldHead}>
            <h3 className={review.name}>{field.name}</h3>
            {choice && (
              <Checkbox
                size="xs"
                label={t('history.restoreField')}
                aria-label={t('history.restoreFieldOf', { field: field.name })}
                checked={choice.isChosen(field.luid)}
                onChange={() => choice.toggle(field.luid)}
              />
            )}
          </div>
          <SideBySide
            field={field}
            values={{ before: sides.before[field.luid], after: sides.after[field.luid] }}
            labels={sides.labels}
            names={names}
          />
        </section>
      ))}
      <UnchangedFields sides={sides} fields={unchanged} language={language} />
      {others.length > 0 && (
        <section className={review.field} aria-label={t('history.others')}>
          <h3 className={review.name}>{t('history.others')}</h3>
          <Text size="sm" c="dimmed">
            {t('history.othersHint')}
          </Text>
          <dl className={classes.others} lang={language}>
            {others.map((other) => (
              <OtherValue key={other.luid} other={other} labels={sides.labels} />
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

interface OtherValueProps {
  other: RevisionContent['others'][number]
  labels: Labels
}

function OtherValue({ other: { name, luid, type, value }, labels }: OtherValueProps) {
  const t = useText()
  return (
    <>
      <dt>{name || luid}</dt>
      <dd>{targetLines(type, value, { labels, t })?.join('\n') ?? plainText(value)}</dd>
    </>
  )
}

/** The names of referenced items and files; undefined for other values. */
function targetLines(
  type: FieldTypeName | null,
  value: unknown,
  context: SummaryContext,
): string[] | undefined {
  const ids = [value].flat().filter((id) => typeof id === 'number')
  if (ids.length === 0) return undefined
  if (type === 'media') return ids.map((id) => mediaLine(id, context))
  if (type !== 'reference' && type !== 'references') return undefined
  return ids.map((id) => targetLine(id, context))
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
