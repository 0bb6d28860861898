import type { RichTextEditorLabels } from '@mantine/tiptap'
import { useText } from '../i18n/text.tsx'

/** Accessible names of the toolbar buttons. */
export function useEditorLabels(): Partial<RichTextEditorLabels> {
  const t = useText()
  return {
    boldControlLabel: t('text.bold'),
    italicControlLabel: t('text.italic'),
    strikeControlLabel: t('text.strike'),
    codeControlLabel: t('text.inlineCode'),
    clearFormattingControlLabel: t('text.clear'),
    h2ControlLabel: t('text.heading2'),
    h3ControlLabel: t('text.heading3'),
    bulletListControlLabel: t('text.bullets'),
    orderedListControlLabel: t('text.numbers'),
    blockquoteControlLabel: t('text.quote'),
    undoControlLabel: t('action.undo'),
    redoControlLabel: t('text.redo'),
  }
}
