import { Textarea } from '@mantine/core'
import { textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const multiline: FieldEditor<'multiline'> = {
  isAside: false,
  summary: textSummary,
  Editor: (props) => <Textarea {...useTextInput(props)} autosize minRows={2} />,
}
