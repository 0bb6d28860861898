import type { Editor } from '@tiptap/core'
import { PreservedInlineBlock } from '../preserve-extension.ts'

/** Text with its reading. */
export interface Ruby {
  base: string
  reading: string
}

/** The selected ruby, or the selected text without a reading. */
export function rubyAt({ state }: Editor): Ruby {
  const { selection, doc } = state
  const html = 'node' in selection ? htmlOf(selection.node) : undefined
  const element = html === undefined ? null : parsed(html)
  if (element) {
    const reading = [...element.querySelectorAll('rt')].map((one) => one.textContent).join('')
    for (const one of element.querySelectorAll('rt, rp')) one.remove()
    return { base: element.textContent, reading }
  }
  return { base: doc.textBetween(selection.from, selection.to, ' '), reading: '' }
}

/** Replaces the selection. Without a reading, plain text. */
export function insertRuby(editor: Editor, { base, reading }: Ruby): void {
  const content =
    reading === ''
      ? { type: 'text', text: base }
      : { type: PreservedInlineBlock.name, attrs: { html: markupOf({ base, reading }) } }
  const { from, to } = editor.state.selection
  editor.chain().focus().insertContentAt({ from, to }, content).run()
}

function markupOf({ base, reading }: Ruby): string {
  const ruby = document.createElement('ruby')
  const rt = document.createElement('rt')
  rt.textContent = reading
  ruby.append(base, rt)
  return ruby.outerHTML
}

function htmlOf(node: unknown): string | undefined {
  const { type, attrs } = node as Editor['state']['doc']
  return type.name === PreservedInlineBlock.name ? String(attrs['html']) : undefined
}

function parsed(html: string): Element | null {
  return new DOMParser().parseFromString(html, 'text/html').querySelector('ruby')
}
