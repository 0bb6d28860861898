import { Textarea } from '@mantine/core'
import { IconAlignLeft } from '@tabler/icons-react'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const multiline: FieldEditor<'multiline'> = {
  icon: IconAlignLeft,
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => <Textarea {...useTextInput(props)} autosize minRows={2} />,
}
