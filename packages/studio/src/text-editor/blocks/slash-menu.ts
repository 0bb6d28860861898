import { Extension } from '@tiptap/core'
import {
  findSuggestionMatch,
  Suggestion,
  type SuggestionKeyDownProps,
  type SuggestionProps,
} from '@tiptap/suggestion'

export interface SlashListener {
  /** Called with the typed text, its place and the command that replaces it; null closes the menu. */
  show: (props: SuggestionProps | null) => void
  /** Returns true if the menu has handled the key. */
  press: (props: SuggestionKeyDownProps) => boolean
}

/** The slash, and the one that Japanese input methods type. */
const slashes = ['/', '／']

/** Typing a slash at the start of a block or after a space opens the menu. */
export function createSlashMenu(listener: SlashListener) {
  return Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion({
          editor: this.editor,
          allowedPrefixes: [' ', '\u3000'],
          findSuggestionMatch: (config) =>
            slashes.reduce<ReturnType<typeof findSuggestionMatch>>(
              (found, char) => found ?? findSuggestionMatch({ ...config, char }),
              null,
            ),
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
