import { Link } from '@tiptap/extension-link'
import { TableKit } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { Box, KeepAttributes, KeepInline, KeptInlineBlock, Picture } from './keep-extension.ts'
import { keptAttribute } from './kept.ts'
import { KeptBlockView } from './kept-block-view.tsx'
import { createSlashMenu, type SlashListener } from './slash-menu.ts'

const KeptLink = Link.extend({
  addAttributes() {
    return { ...this.parent?.(), kept: keptAttribute() }
  },
})

interface ExtensionOptions {
  placeholder: string
  onSlash: SlashListener
}

export function createExtensions({ placeholder, onSlash }: ExtensionOptions) {
  return [
    StarterKit.configure({ link: false, heading: { levels: [1, 2, 3, 4, 5, 6] } }),
    KeptLink.configure({
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    }),
    TableKit.configure({ table: { resizable: false } }),
    Placeholder.configure({ placeholder }),
    KeepAttributes,
    KeepInline,
    KeptInlineBlock,
    KeptBlockView,
    Box,
    Picture,
    createSlashMenu(onSlash),
  ]
}
