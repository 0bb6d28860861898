/** The flexible text editor's reading and writing, as a script for a bare page: no app around it. */
import { join } from 'node:path'
import { build } from 'vite'

const studio = join(import.meta.dirname, '../../packages/studio')
/** Lies beside the app, in nobody's way: it exists while it is bundled. */
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
  /** What is compared of this before it is published. */
  lines: markupLines,
  /** What is saved of this when somebody typed nothing, and how many parts of it are boxes. */
  roundTrip(html) {
    editor.chain().setMeta('preventAutolink', true).setContent(loaded(html)).run()
    const boxes = bodyOf(editor.getHTML()).querySelectorAll('[editor-kept]').length
    return { html: tidied(editor.getHTML()), boxes }
  },
  /** What is saved when this is pasted into an empty text. */
  pasted(html) {
    editor.commands.setContent('')
    editor.view.pasteHTML(cleanPaste(html))
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
