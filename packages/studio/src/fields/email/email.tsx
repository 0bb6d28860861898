import { TextInput } from '@mantine/core'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const email: FieldEditor<'email'> = {
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => (
    <TextInput {...useTextInput(props)} inputMode="email" autoComplete="off" spellCheck={false} />
  ),
}
