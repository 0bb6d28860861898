import type { Field } from '@octavo/schema/definitions.ts'
import { memo, useMemo, type ReactNode } from 'react'
import { EditingContext, elementId, useEditing } from './editing.ts'
import { useFieldEditor, type EditorProps } from './field-editor.ts'
import classes from './fields.module.css'

/** The editor of a field of any type, with its help. */
export const FieldInput = memo(function FieldInput(props: EditorProps<Field>) {
  const { Editor } = useFieldEditor(props.field.type)
  const { readOnly, help } = props.field
  const editor =
    readOnly === true ? <ReadOnly>{<Editor {...props} />}</ReadOnly> : <Editor {...props} />
  if (help === undefined) return editor
  const helpId = `${elementId(props.path)}-help`
  return (
    <div role="group" aria-describedby={helpId}>
      {editor}
      <p id={helpId} className={classes.help}>
        {help}
      </p>
    </div>
  )
})

function ReadOnly({ children }: { children: ReactNode }) {
  const editing = useEditing()
  const fixed = useMemo(() => ({ ...editing, isReadOnly: true }), [editing])
  return <EditingContext value={fixed}>{children}</EditingContext>
}
