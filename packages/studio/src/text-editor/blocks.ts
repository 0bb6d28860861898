import type { Editor, Range } from '@tiptap/core'
import type { TextKey } from '../i18n/en/en.ts'
import { callout } from './preserve-extension.ts'

export type DialogName = 'image' | 'media' | 'content' | 'html' | 'element'

export interface Block {
  key: TextKey
  /** Additional search terms, independent of the interface language. */
  keywords: string
  /** Inserts the block, or names the dialog that does. */
  make: ((editor: Editor) => void) | DialogName
}

const chain = (editor: Editor) => editor.chain().focus().leaveSelectedNodes()

export const blocks: Block[] = [
  {
    key: 'text.heading2',
    keywords: 'h2 heading midashi',
    make: (e) => chain(e).setHeading({ level: 2 }).run(),
  },
  {
    key: 'text.heading3',
    keywords: 'h3 heading midashi',
    make: (e) => chain(e).setHeading({ level: 3 }).run(),
  },
  {
    key: 'text.bullets',
    keywords: 'ul list bullet',
    make: (e) => chain(e).toggleBulletList().run(),
  },
  {
    key: 'text.numbers',
    keywords: 'ol list number',
    make: (e) => chain(e).toggleOrderedList().run(),
  },
  {
    key: 'text.quote',
    keywords: 'quote blockquote',
    make: (e) => chain(e).toggleBlockquote().run(),
  },
  { key: 'text.code', keywords: 'code pre', make: (e) => chain(e).toggleCodeBlock().run() },
  {
    key: 'text.table',
    keywords: 'table',
    make: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { key: 'text.rule', keywords: 'hr line rule', make: (e) => chain(e).setHorizontalRule().run() },
  {
    key: 'text.callout',
    keywords: 'callout note box',
    make: (e) =>
      chain(e)
        .insertContent({
          type: 'box',
          attrs: callout,
          content: [{ type: 'paragraph', attrs: { as: 'p' } }],
        })
        .run(),
  },
  { key: 'text.image', keywords: 'image picture img', make: 'image' },
  { key: 'text.mediaEmbed', keywords: 'media embed video audio', make: 'media' },
  { key: 'text.contentEmbed', keywords: 'content embed item', make: 'content' },
  { key: 'text.html', keywords: 'html raw iframe', make: 'html' },
]

/** Removes the typed "/…" before a block is inserted. */
export function removeTyped(editor: Editor, range: Range): void {
  editor.chain().focus().deleteRange(range).run()
}
