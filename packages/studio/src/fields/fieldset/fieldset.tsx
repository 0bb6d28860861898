import { useSession } from '../../api/session.tsx'
import { elementId } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { Fields } from '../fields.tsx'
import classes from '../fields.module.css'

export const fieldset: FieldEditor<'fieldset'> = {
  isAside: false,
  isGroup: true,
  summary: () => '',
  lines: (values: Record<string, unknown>, { fieldSet }, { schema, group }) =>
    group(values, schema.fieldSetById.get(fieldSet)?.fields ?? []),
  Editor({ field, value, onChange, path, language }) {
    const { schema } = useSession()
    const set = schema.fieldSetById.get(field.fieldSet)
    return (
      <fieldset className={classes.group} id={elementId(path)}>
        <legend className={classes.legend}>{field.name}</legend>
        <div className={`${classes.box} ${classes.inner}`}>
          <Fields
            fields={set?.fields ?? []}
            groups={set?.groups}
            values={(value ?? {}) as Record<string, unknown>}
            onChange={onChange}
            path={path}
            language={language}
          />
        </div>
      </fieldset>
    )
  },
}
