import { TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const email: FieldEditor<'email'> = {
  icon: IconMail,
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => (
    <TextInput {...useTextInput(props)} inputMode="email" autoComplete="off" spellCheck={false} />
  ),
}
