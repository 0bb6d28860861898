import { Placeholder } from '@tiptap/extensions'
import { PreservedBlockView } from './preserved-block-view.tsx'
import { KeepSelectedNodes } from './keep-selected-nodes.ts'
import { createMissingImage } from './missing-image.ts'
import { createSlashMenu, type SlashListener } from './slash-menu.ts'
import { textSchema } from './text-schema.ts'

interface ExtensionOptions {
  placeholder: string
  /** The text in place of an image that could not be pasted. */
  missingImage: string
  onSlash: SlashListener
}

export function createExtensions({ placeholder, missingImage, onSlash }: ExtensionOptions) {
  return [
    ...textSchema.map((part) =>
      part.name === PreservedBlockView.name ? PreservedBlockView : part,
    ),
    KeepSelectedNodes,
    createMissingImage(missingImage),
    Placeholder.configure({ placeholder }),
    createSlashMenu(onSlash),
  ]
}
