import { Placeholder } from '@tiptap/extensions'
import { PreservedBlockView } from './preserved-block-view.tsx'
import { KeepSelectedNodes } from './keep-selected-nodes.ts'
import { createSlashMenu, type SlashListener } from './slash-menu.ts'
import { textSchema } from './text-schema.ts'

interface ExtensionOptions {
  placeholder: string
  onSlash: SlashListener
}

export function createExtensions({ placeholder, onSlash }: ExtensionOptions) {
  return [
    ...textSchema.map((part) =>
      part.name === PreservedBlockView.name ? PreservedBlockView : part,
    ),
    KeepSelectedNodes,
    Placeholder.configure({ placeholder }),
    createSlashMenu(onSlash),
  ]
}
