import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconListDetails } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { targetLine } from '../reference/labels.ts'
import { TargetPicker } from '../reference/target-picker.tsx'
import { TargetList } from './target-list.tsx'

export const idsIn = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : [])

export const references: FieldEditor<'references'> = {
  icon: IconListDetails,
  isAside: false,
  isGroup: true,
  summary: (value, _field, { labels }) =>
    idsIn(value)
      .map((id) => labels.items[id]?.title ?? '')
      .filter((title) => title !== '')
      .join(', '),
  lines: (ids: number[], _field, context) => ids.map((id) => targetLine(id, context)),
  Editor: ReferencesEditor,
}

function ReferencesEditor({ field, value, onChange, path }: EditorProps<FieldOf<'references'>>) {
  const t = useText()
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const ids = idsIn(value)
  const isFull = field.max !== null && ids.length >= field.max
  return (
    <fieldset className={classes.group} id={elementId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
        <Allowed field={field} />
      </legend>
      <TargetList name={field.name} ids={ids} onChange={onChange} path={path} />
      {isReadOnly && ids.length === 0 && t('common.none')}
      {!isReadOnly && !isFull && (
        <TargetPicker
          field={field}
          placeholder={t(ids.length === 0 ? 'references.addFirst' : 'references.add')}
          exceptIds={ids}
          onChoose={(id) => onChange([...ids.filter((one) => one !== id), id])}
        />
      )}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}

/** How many entries the field allows. */
function Allowed({ field: { min, max } }: { field: FieldOf<'references'> }) {
  const t = useText()
  if (min === null && max === null) return null
  const text =
    min !== null && max !== null
      ? t('references.between', { min, max })
      : t(min === null ? 'references.atMost' : 'references.atLeast', { count: max ?? min ?? 0 })
  return <span className={classes.allowed}>{text}</span>
}
