import {
  IconBlockquote,
  IconBrandYoutube,
  IconCode,
  IconFile,
  IconFileText,
  IconH2,
  IconH3,
  IconHtml,
  IconInfoSquare,
  IconLetterT,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconPuzzle,
  IconSeparator,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import type { ChainedCommands, Editor, Range } from '@tiptap/core'
import type { TextKey } from '../../i18n/en/en.ts'
import { callout } from '../preserve-extension.ts'

export type DialogName = 'image' | 'media' | 'content' | 'frame' | 'html' | 'element'

export interface Block {
  key: TextKey
  hint: TextKey
  icon: Icon
  group: 'text.groupText' | 'text.groupMedia' | 'text.groupMore'
  /** Additional search terms, independent of the interface language. */
  keywords: string
  /** Inserts the block, or names the dialog that does. */
  make: ((editor: Editor) => void) | DialogName
}

/** A block that other text blocks can be turned into. */
interface Style extends Omit<Block, 'make'> {
  apply: (chain: ChainedCommands) => ChainedCommands
}

const chain = (editor: Editor) => editor.chain().focus().leaveSelectedNodes()

export const paragraph: Style = {
  key: 'text.paragraph',
  hint: 'text.paragraph',
  icon: IconLetterT,
  group: 'text.groupText',
  keywords: 'p text',
  apply: (on) => on.setParagraph(),
}

export const styles: Style[] = [
  {
    key: 'text.heading2',
    hint: 'text.hint.heading2',
    icon: IconH2,
    group: 'text.groupText',
    keywords: 'h2 heading midashi',
    apply: (on) => on.setHeading({ level: 2 }),
  },
  {
    key: 'text.heading3',
    hint: 'text.hint.heading3',
    icon: IconH3,
    group: 'text.groupText',
    keywords: 'h3 heading midashi',
    apply: (on) => on.setHeading({ level: 3 }),
  },
  {
    key: 'text.bullets',
    hint: 'text.hint.bullets',
    icon: IconList,
    group: 'text.groupText',
    keywords: 'ul list bullet',
    apply: (on) => on.toggleBulletList(),
  },
  {
    key: 'text.numbers',
    hint: 'text.hint.numbers',
    icon: IconListNumbers,
    group: 'text.groupText',
    keywords: 'ol list number',
    apply: (on) => on.toggleOrderedList(),
  },
  {
    key: 'text.quote',
    hint: 'text.hint.quote',
    icon: IconBlockquote,
    group: 'text.groupText',
    keywords: 'quote blockquote',
    apply: (on) => on.toggleBlockquote(),
  },
  {
    key: 'text.code',
    hint: 'text.hint.code',
    icon: IconCode,
    group: 'text.groupText',
    keywords: 'code pre',
    apply: (on) => on.toggleCodeBlock(),
  },
]

export const blocks: Block[] = [
  ...styles.map(({ apply, ...block }) => ({
    ...block,
    make: (editor: Editor) => void apply(chain(editor)).run(),
  })),
  {
    key: 'text.callout',
    hint: 'text.hint.callout',
    icon: IconInfoSquare,
    group: 'text.groupText',
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
  {
    key: 'text.image',
    hint: 'text.hint.image',
    icon: IconPhoto,
    group: 'text.groupMedia',
    keywords: 'image picture img',
    make: 'image',
  },
  {
    key: 'text.frame',
    hint: 'text.hint.frame',
    icon: IconBrandYoutube,
    group: 'text.groupMedia',
    keywords: 'video youtube vimeo map post social embed iframe',
    make: 'frame',
  },
  {
    key: 'text.mediaEmbed',
    hint: 'text.hint.media',
    icon: IconFile,
    group: 'text.groupMedia',
    keywords: 'media embed file video audio',
    make: 'media',
  },
  {
    key: 'text.contentEmbed',
    hint: 'text.hint.content',
    icon: IconFileText,
    group: 'text.groupMedia',
    keywords: 'content embed item',
    make: 'content',
  },
  {
    key: 'text.table',
    hint: 'text.hint.table',
    icon: IconTable,
    group: 'text.groupMore',
    keywords: 'table',
    make: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    key: 'text.rule',
    hint: 'text.hint.rule',
    icon: IconSeparator,
    group: 'text.groupMore',
    keywords: 'hr line rule',
    make: (e) => chain(e).setHorizontalRule().run(),
  },
  {
    key: 'text.html',
    hint: 'text.htmlHint',
    icon: IconHtml,
    group: 'text.groupMore',
    keywords: 'html raw iframe',
    make: 'html',
  },
]

/** Offered in spaces that define elements. */
export const elementBlock: Block = {
  key: 'text.element',
  hint: 'text.hint.element',
  icon: IconPuzzle,
  group: 'text.groupMore',
  keywords: 'element custom',
  make: 'element',
}

/** Removes the typed "/…" before a block is inserted. */
export function removeTyped(editor: Editor, range: Range): void {
  editor.chain().focus().deleteRange(range).run()
}
