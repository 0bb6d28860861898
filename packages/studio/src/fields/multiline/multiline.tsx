import { Textarea } from '@mantine/core'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const multiline: FieldEditor<'multiline'> = {
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => <Textarea {...useTextInput(props)} autosize minRows={2} />,
}
