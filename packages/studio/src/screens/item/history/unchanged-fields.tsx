import type { Field } from '@octavo/schema/definitions.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { linesOf } from '../review/readable.ts'
import classes from './history.module.css'
import type { Compared } from './use-compared.ts'

interface UnchangedFieldsProps {
  sides: Compared
  fields: readonly Field[]
  language: string
}

/** The fields that are equal in both versions, collapsed. */
export function UnchangedFields({ sides, fields, language }: UnchangedFieldsProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const context = { schema, labels: sides.labels, t, format }
  if (fields.length === 0) return null
  return (
    <details className={classes.unchanged}>
      <summary>{t('history.unchanged', { count: fields.length })}</summary>
      <dl className={classes.others} lang={language}>
        {fields.map((field) => (
          <div key={field.id}>
            <dt>{field.name}</dt>
            <dd>
              {linesOf(sides.after[field.luid], field, context).join('\n') || t('common.empty')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
