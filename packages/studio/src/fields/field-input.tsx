import type { Field } from '@octavo/schema/definitions.ts'
import { memo, useMemo, type ReactNode } from 'react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../i18n/text.tsx'
import { EditingContext, elementId, useEditing, useWarningAt } from './editing.ts'
import { useFieldEditor, type EditorProps } from './field-editor.ts'
import classes from './fields.module.css'

/** The editor of a field of any type, with its warnings and its help. */
export const FieldInput = memo(function FieldInput(props: EditorProps<Field>) {
  const { Editor, hasParts = false } = useFieldEditor(props.field.type)
  const { readOnly, help } = props.field
  const editor =
    readOnly === true ? <ReadOnly>{<Editor {...props} />}</ReadOnly> : <Editor {...props} />
  const warning = useWarningAt(props.path, hasParts)
  const t = useText()
  // The same elements with and without a warning, so that the editor keeps its focus.
  const id = elementId(props.path)
  const described = [warning && `${id}-warning`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div
      data-fixed={readOnly}
      {...(described !== '' && { role: 'group', 'aria-describedby': described })}
    >
      {editor}
      {warning !== undefined && (
        <p id={`${id}-warning`} className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          <span className="visually-hidden">{t('item.warning')}: </span>
          {warning}
        </p>
      )}
      {help !== undefined && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
    </div>
  )
})

function ReadOnly({ children }: { children: ReactNode }) {
  const editing = useEditing()
  const fixed = useMemo(() => ({ ...editing, isReadOnly: true }), [editing])
  return <EditingContext value={fixed}>{children}</EditingContext>
}
