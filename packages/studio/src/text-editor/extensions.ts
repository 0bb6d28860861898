import { Placeholder } from '@tiptap/extensions'
import { BlockCommands } from './blocks/block-commands.ts'
import { createSlashMenu, type SlashListener } from './blocks/slash-menu.ts'
import { FigureView } from './figure/figure-view.tsx'
import { Find } from './find/find-extension.ts'
import { KeepSelectedNodes } from './keep-selected-nodes.ts'
import { createMissingImage } from './missing-image.ts'
import { PreservedBlockView } from './preserved-block-view.tsx'
import { textSchema } from './text-schema.ts'

interface ExtensionOptions {
  placeholder: string
  /** The text in place of an image that could not be pasted. */
  missingImage: string
  onSlash: SlashListener
}

const views = [PreservedBlockView, FigureView]

export function createExtensions({ placeholder, missingImage, onSlash }: ExtensionOptions) {
  return [
    ...textSchema.map((part) => views.find(({ name }) => name === part.name) ?? part),
    KeepSelectedNodes,
    BlockCommands,
    Find,
    createMissingImage(missingImage),
    Placeholder.configure({ placeholder }),
    createSlashMenu(onSlash),
  ]
}
