import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'
import { isOfNodesAlone, selectedNodes } from './selected-nodes.ts'

const names: Record<string, TextKey> = {
  picture: 'text.image',
  figure: 'text.image',
  horizontalRule: 'text.rule',
}

/** Announces the selected node and the available keys to screen readers. */
export function SelectionNote({ editor }: { editor: Editor }) {
  const t = useText()
  const types = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      isOfNodesAlone(state.selection)
        ? selectedNodes(state.selection).map(({ node }) => node.type.name)
        : [],
  })
  const [type = ''] = types
  const announcement = (): string => {
    if (types.length === 0) return ''
    if (types.length > 1) return t('text.selectedSeveral', { count: types.length })
    return t('text.selected', { name: t(names[type] ?? 'text.node') })
  }
  return (
    <span className="visually-hidden" aria-live="polite">
      {announcement()}
    </span>
  )
}
