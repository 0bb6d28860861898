/** Bundles parsing and serializing of the text editor into a script for an empty page, without the app. */
import { join } from 'node:path'
import { build } from 'vite'

const studio = join(import.meta.dirname, '../../packages/studio')
/** A temporary file next to the app, which exists only during bundling. */
const entry = join(studio, 'text-entry.js')

const source = `
import { Editor } from '@tiptap/core'
import { loaded } from './src/text-editor/load.ts'
import { cleanPaste } from './src/text-editor/paste.ts'
import { textSchema } from './src/text-editor/text-schema.ts'
import { tidied } from './src/text-editor/tidy.ts'
import { bodyOf } from './src/text-editor/meaning.ts'
import { markupLines } from './src/fields/flexible/markup-lines.ts'

const editor = new Editor({ element: document.createElement('div'), extensions: textSchema })
globalThis.text = {
  /** The lines of this text in a review. */
  lines: markupLines,
  /** The saved text without any edits, and the number of its boxes. */
  roundTrip(html) {
    editor.chain().setMeta('preventAutolink', true).setContent(loaded(html)).run()
    const boxes = bodyOf(editor.getHTML()).querySelectorAll('[editor-preserved]').length
    return { html: tidied(editor.getHTML()), boxes }
  },
  /** The saved text after pasting this into an empty text. */
  pasted(html) {
    editor.commands.setContent('')
    editor.view.pasteHTML(cleanPaste(html, 'https://assets.example'))
    return tidied(editor.getHTML())
  },
}
`

export async function bundleText(): Promise<string> {
  const output = await build({
    root: studio,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'text-entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'texts' },
    },
  })
  const [bundle] = Array.isArray(output) ? output : [output]
  if (!bundle || !('output' in bundle)) throw new Error('nothing was bundled')
  return bundle.output[0].code
}
