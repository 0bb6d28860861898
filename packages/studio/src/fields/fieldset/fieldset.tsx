import { IconForms } from '@tabler/icons-react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { Fields } from '../fields.tsx'
import classes from '../fields.module.css'
import { seenValues } from '../shown.ts'

export const fieldset: FieldEditor<'fieldset'> = {
  icon: IconForms,
  isAside: false,
  isGroup: true,
  summary: () => '',
  lines: (values: Record<string, unknown>, { fieldSet }, { schema, group }) =>
    group(values, schema.fieldSetById.get(fieldSet)?.fields ?? []),
  Editor({ field, value, onChange, path, language }) {
    const t = useText()
    const format = useFormat()
    const { schema } = useSession()
    const set = schema.fieldSetById.get(field.fieldSet)
    const values = (value ?? {}) as Record<string, unknown>
    const main = useMainValues(field.luid, language)
    const fields = set?.fields ?? []
    // The main language has the values that all languages share.
    const own = main ? fields.filter(({ translatable }) => translatable) : fields
    const shared = fields.filter((one) => !own.includes(one))
    return (
      <fieldset className={classes.group} id={elementId(path)}>
        <legend className={classes.legend}>{field.name}</legend>
        <div className={`${classes.box} ${classes.inner}`}>
          <Fields
            fields={own}
            groups={set?.groups}
            values={values}
            seen={main && seenValues(values, main, fields, schema)}
            onChange={onChange}
            path={path}
            language={language}
          />
          {shared.length > 0 && (
            <p className={classes.help}>
              {t('item.shared', {
                language: format.language(schema.mainLanguage.key),
                fields: shared.map(({ name }) => name).join(', '),
              })}
            </p>
          )}
        </div>
      </fieldset>
    )
  },
}

/** The values of the field set in the main language; undefined in the main language itself. */
function useMainValues(luid: string, language: string): Record<string, unknown> | undefined {
  const { mainLanguage } = useSession().schema
  const value = useEditing().useValue?.(mainLanguage.key, luid)
  return language === mainLanguage.key ? undefined : ((value ?? {}) as Record<string, unknown>)
}
