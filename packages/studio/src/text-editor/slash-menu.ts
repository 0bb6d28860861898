import { Extension } from '@tiptap/core'
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion'

export interface SlashListener {
  /** What is typed after the slash, where, and what takes its place; null when the menu is to go. */
  show: (props: SuggestionProps | null) => void
  /** True: the menu has used the key. */
  press: (props: SuggestionKeyDownProps) => boolean
}

/** "/" at the start of a block or after a space offers blocks. */
export function createSlashMenu(listener: SlashListener) {
  return Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion({
          editor: this.editor,
          char: '/',
          allow: ({ state, range }) => {
            const { parent } = state.doc.resolve(range.from)
            return parent.type.name === 'paragraph'
          },
          items: () => [],
          render: () => ({
            onStart: (props) => listener.show(props),
            onUpdate: (props) => listener.show(props),
            onKeyDown: (props) => listener.press(props),
            onExit: () => listener.show(null),
          }),
        }),
      ]
    },
  })
}
