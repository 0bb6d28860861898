import { TextInput } from '@mantine/core'
import { IconCursorText } from '@tabler/icons-react'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const text: FieldEditor<'text'> = {
  icon: IconCursorText,
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => <TextInput {...useTextInput(props)} />,
}
