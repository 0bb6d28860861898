import type { Editor, Range } from '@tiptap/core'
import type { TextKey } from '../i18n/en/en.ts'
import { callout } from './keep-extension.ts'

export type DialogName = 'image' | 'media' | 'content' | 'html' | 'element'

export interface Block {
  key: TextKey
  /** Found by these words as well, whatever the language of the interface. */
  words: string
  /** Makes it, or names the dialog that does. */
  make: ((editor: Editor) => void) | DialogName
}

const chain = (editor: Editor) => editor.chain().focus().leaveSelectedNodes()

export const blocks: Block[] = [
  {
    key: 'text.heading2',
    words: 'h2 heading midashi',
    make: (e) => chain(e).setHeading({ level: 2 }).run(),
  },
  {
    key: 'text.heading3',
    words: 'h3 heading midashi',
    make: (e) => chain(e).setHeading({ level: 3 }).run(),
  },
  { key: 'text.bullets', words: 'ul list bullet', make: (e) => chain(e).toggleBulletList().run() },
  { key: 'text.numbers', words: 'ol list number', make: (e) => chain(e).toggleOrderedList().run() },
  { key: 'text.quote', words: 'quote blockquote', make: (e) => chain(e).toggleBlockquote().run() },
  { key: 'text.code', words: 'code pre', make: (e) => chain(e).toggleCodeBlock().run() },
  {
    key: 'text.table',
    words: 'table',
    make: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { key: 'text.rule', words: 'hr line rule', make: (e) => chain(e).setHorizontalRule().run() },
  {
    key: 'text.callout',
    words: 'callout note box',
    make: (e) =>
      chain(e)
        .insertContent({
          type: 'box',
          attrs: callout,
          content: [{ type: 'paragraph', attrs: { as: 'p' } }],
        })
        .run(),
  },
  { key: 'text.image', words: 'image picture img', make: 'image' },
  { key: 'text.mediaEmbed', words: 'media embed video audio', make: 'media' },
  { key: 'text.contentEmbed', words: 'content embed item', make: 'content' },
  { key: 'text.html', words: 'html raw iframe', make: 'html' },
]

/** Takes away the "/…" that was typed before anything is made. */
export function removeTyped(editor: Editor, range: Range): void {
  editor.chain().focus().deleteRange(range).run()
}
