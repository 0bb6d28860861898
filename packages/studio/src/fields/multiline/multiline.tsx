import { IconAlignLeft } from '@tabler/icons-react'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

export const multiline: FieldEditor<'multiline'> = {
  icon: IconAlignLeft,
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor: (props) => <GrowingTextarea {...useTextInput(props)} minRows={2} />,
}
