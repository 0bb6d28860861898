/** What a text in the editor is made of, without what shows and edits it. */
import type { Mark, Node } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import {
  Box,
  KeepAttributes,
  KeepInline,
  KeptBlock,
  KeptInlineBlock,
  Picture,
  tagAttribute,
} from './keep-extension.ts'
import { keptAttribute } from './kept.ts'
import { meantAddress } from './meant-address.ts'

const KeptLink = Link.extend({
  addAttributes() {
    return { ...this.parent?.(), kept: keptAttribute() }
  },
  addCommands() {
    const commands = this.parent?.()
    const setLink = commands?.setLink
    if (!setLink) return {}
    return {
      ...commands,
      setLink: (attributes) => setLink({ ...attributes, href: meantAddress(attributes.href) }),
    }
  },
})

/** The kit, with what some of its parts would change of a text that came from elsewhere. */
const Kit = StarterKit.extend({
  addExtensions() {
    const parts = this.parent?.() ?? []
    return parts.map((part) => {
      if (part.name === 'bold') return withTag(part as Mark, 'strong')
      if (part.name === 'italic') return withTag(part as Mark, 'em')
      // Code in a link stays in the link.
      return part.name === 'code' ? (part as Mark).extend({ excludes: 'code' }) : part
    })
  },
})

/** Without inline styles: the page forbids them, and no text is stored with them. */
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

/** `b` and `i` stay what they are. */
const withTag = (mark: Mark, usual: string) =>
  mark.extend({
    addAttributes: () => ({ tag: tagAttribute(usual) }),
    renderHTML: ({ mark: { attrs }, HTMLAttributes }) => [String(attrs['tag']), HTMLAttributes, 0],
  })

export const textSchema = [
  Kit.configure({ link: false, heading: { levels: [1, 2, 3, 4, 5, 6] } }),
  KeptLink.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
  }),
  Tables.configure({ table: { resizable: false } }),
  KeepAttributes,
  KeepInline,
  KeptInlineBlock,
  KeptBlock,
  Box,
  Picture,
]
