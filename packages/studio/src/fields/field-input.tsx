import type { Field } from '@octavo/schema/definitions.ts'
import { memo } from 'react'
import { useFieldEditor, type EditorProps } from './field-editor.ts'

/** The editor of a field of any type. */
export const FieldInput = memo(function FieldInput(props: EditorProps<Field>) {
  const { Editor } = useFieldEditor(props.field.type)
  return <Editor {...props} />
})
