/** The document schema of the editor, without views and commands. */
import type { Mark, Node } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import {
  Box,
  PreserveAttributes,
  PreserveInline,
  PreservedBlock,
  PreservedInlineBlock,
  Picture,
  tagAttribute,
} from './preserve-extension.ts'
import { Figure } from './figure/figure.ts'
import { itemLinkTag } from './links/item-link.ts'
import { preservedAttribute } from './preserved.ts'

const PreservingLink = Link.extend({
  addAttributes() {
    return { ...this.parent?.(), preserved: preservedAttribute() }
  },
  parseHTML() {
    return [...(this.parent?.() ?? []), { tag: itemLinkTag, priority: 70 }]
  },
})

/** The starter kit, adjusted so that it does not change loaded text. */
const Kit = StarterKit.extend({
  addExtensions() {
    const parts = this.parent?.() ?? []
    return parts.map((part) => {
      if (part.name === 'bold') return withTag(part as Mark, 'strong')
      if (part.name === 'italic') return withTag(part as Mark, 'em')
      // Allows code inside a link.
      return part.name === 'code' ? (part as Mark).extend({ excludes: 'code' }) : part
    })
  },
})

/** Tables without inline styles, which the CSP blocks and stored text does not have. */
const Tables = TableKit.extend({
  addExtensions() {
    const parts = this.parent?.() ?? []
    return parts.map((part) => {
      if (part.name === 'table') return (part as Node).extend({ renderHTML: renderTable })
      return part.name === 'tableRow' ? part : withPlainAlign(part as Node)
    })
  },
})

const renderTable: Node['config']['renderHTML'] = ({ HTMLAttributes }) => [
  'table',
  HTMLAttributes,
  ['tbody', 0],
]

const withPlainAlign = (cell: Node) =>
  cell.extend({
    addAttributes() {
      const attributes = this.parent?.() ?? {}
      return { ...attributes, align: { ...attributes['align'], renderHTML: alignOf } }
    },
  })

const alignOf = ({ align }: Record<string, unknown>) => (align ? { align } : {})

/** Preserves `b` and `i`. */
const withTag = (mark: Mark, usual: string) =>
  mark.extend({
    addAttributes: () => ({ tag: tagAttribute(usual) }),
    renderHTML: ({ mark: { attrs }, HTMLAttributes }) => [String(attrs['tag']), HTMLAttributes, 0],
  })

export const textSchema = [
  Kit.configure({ link: false, heading: { levels: [1, 2, 3, 4, 5, 6] } }),
  PreservingLink.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
  }),
  Tables.configure({ table: { resizable: false } }),
  PreserveAttributes,
  PreserveInline,
  PreservedInlineBlock,
  PreservedBlock,
  Box,
  Picture,
  Figure,
]
