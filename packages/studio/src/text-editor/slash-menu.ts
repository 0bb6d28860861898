import { Extension } from '@tiptap/core'
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion'

export interface SlashListener {
  /** Called with the typed text, its place and the command that replaces it; null closes the menu. */
  show: (props: SuggestionProps | null) => void
  /** Returns true if the menu has handled the key. */
  press: (props: SuggestionKeyDownProps) => boolean
}

/** Typing "/" at the start of a block or after a space opens the menu. */
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
