/**
 * Prepares stored text for the editor. Content that the editor would not write back with the same meaning
 * becomes a box: it is shown, it can be edited as HTML, and it is never lost.
 */
import { lineEndBetweenWide } from '@octavo/schema/line-ends.ts'
import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as EditorParser, DOMSerializer, type Node } from '@tiptap/pm/model'
import { preservedBox } from './preserved.ts'
import { bodyOf, isAtom, isBlank, isBlock, meaningOf } from './meaning.ts'
import { sectionsOf } from './sections.ts'
import { textSchema } from './text-schema.ts'
import { tidied } from './tidy.ts'

const schema = getSchema(textSchema)

/** Returns an editor document, because the editor would parse and change HTML once more. */
export function loaded(html: string): JSONContent {
  return read(loadable(html)).toJSON() as JSONContent
}

function loadable(html: string): string {
  const isWrittenBack = (part: string): boolean =>
    meaningOf(writtenBack(prepared(part))) === meaningOf(joinedWide(part))
  if (isWrittenBack(html)) return prepared(html)
  const parts = sectionsOf(html).map((part) =>
    isWrittenBack(part) ? prepared(part) : preservedBox(part).outerHTML,
  )
  const whole = parts.join('')
  return meaningOf(writtenBack(whole)) === meaningOf(joinedWide(html))
    ? whole
    : preservedBox(html).outerHTML
}

const read = (html: string): Node => EditorParser.fromSchema(schema).parse(bodyOf(html))

/** The output of the editor for this text without any edits. */
function writtenBack(html: string): string {
  const box = document.implementation.createHTMLDocument().createElement('div')
  const { content } = read(html)
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document }))
  return tidied(box.innerHTML)
}

const holders = 'body, div, section, aside, blockquote, li, td, th'

/** Wraps bare text in a box in a paragraph, marked so that it can be removed again. */
function prepared(html: string): string {
  const body = bodyOf(joinedWide(html))
  for (const holder of [body, ...body.querySelectorAll(holders)]) wrapRuns(holder)
  for (const paragraph of body.querySelectorAll('p:not([editor-as])'))
    paragraph.setAttribute('editor-as', 'p')
  return body.innerHTML
}

function wrapRuns(holder: Element): void {
  let open: Element | undefined
  for (const node of Array.from(holder.childNodes)) {
    if (isBlock(node)) open = undefined
    else if (open) open.append(node)
    else if (!isBlank(node)) {
      open = holder.ownerDocument.createElement('p')
      open.setAttribute('editor-as', 'bare')
      node.replaceWith(open)
      open.append(node)
    }
  }
}

/** Removes line ends that stand for no space, like the server. */
function joinedWide(html: string): string {
  if (!html.includes('\n')) return html
  const body = bodyOf(html)
  const runs: Text[][] = [[]]
  for (const node of body.childNodes) addTexts(node, runs)
  for (const run of runs) joinWide(run)
  return body.innerHTML
}

/** Adjacent texts form one run, across inline elements. */
function addTexts(node: ChildNode, runs: Text[][]): void {
  const isApart = isBlock(node) || isAtom(node)
  if (isApart) runs.push([])
  if (node instanceof Text) runs.at(-1)?.push(node)
  else if (node.nodeName !== 'PRE') for (const child of node.childNodes) addTexts(child, runs)
  if (isApart) runs.push([])
}

function joinWide(run: readonly Text[]): void {
  const whole = run.map(({ data }) => data).join('')
  const removed = Array.from(whole.matchAll(lineEndBetweenWide), ({ index, 0: { length } }) => [
    index,
    index + length,
  ])
  let start = 0
  for (const text of run) {
    const end = start + text.length
    for (const [from = 0, to = 0] of removed.toReversed()) {
      const first = Math.max(from, start)
      const last = Math.min(to, end)
      if (first < last) text.deleteData(first - start, last - first)
    }
    start = end
  }
}
