/**
 * Makes ready for the editor what the service has stored. Whatever the editor would not give back with
 * the same meaning goes in whole, as a box: it is shown, it can be edited as HTML, and it is never lost.
 */
import { lineEndBetweenWide } from '@octavo/schema/line-ends.ts'
import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as EditorParser, DOMSerializer, type Node } from '@tiptap/pm/model'
import { keptBox } from './kept.ts'
import { bodyOf, isAtom, isBlank, isBlock, meaningOf } from './meaning.ts'
import { textSchema } from './text-schema.ts'
import { tidied } from './tidy.ts'

const schema = getSchema(textSchema)

/** As a document of the editor, which takes it over as it is; HTML it would change once more. */
export function loaded(html: string): JSONContent {
  return read(loadable(html)).toJSON() as JSONContent
}

function loadable(html: string): string {
  const isGivenBack = (part: string): boolean =>
    meaningOf(givenBack(prepared(part))) === meaningOf(joinedWide(part))
  if (isGivenBack(html)) return prepared(html)
  const parts = sectionsOf(html).map((part) =>
    isGivenBack(part) ? prepared(part) : keptBox(part).outerHTML,
  )
  const whole = parts.join('')
  return meaningOf(givenBack(whole)) === meaningOf(joinedWide(html))
    ? whole
    : keptBox(html).outerHTML
}

const read = (html: string): Node => EditorParser.fromSchema(schema).parse(bodyOf(html))

/** What the editor would write if nobody typed anything. */
function givenBack(html: string): string {
  const box = document.implementation.createHTMLDocument().createElement('div')
  const { content } = read(html)
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document }))
  return tidied(box.innerHTML)
}

/** Blocks, and the inline content between them. */
function sectionsOf(html: string): string[] {
  const sections: HTMLElement[] = []
  let isOpen = false
  for (const node of Array.from(bodyOf(html).childNodes)) {
    if (isBlank(node) && !isOpen) continue
    if (!isOpen || isBlock(node)) sections.push(document.createElement('div'))
    isOpen = !isBlock(node)
    sections.at(-1)?.append(node)
  }
  return sections.map((section) => section.innerHTML)
}

const holders = 'body, div, section, aside, blockquote, li, td, th'

/** Text that stands in a box without a paragraph gets one, marked so that it can go again. */
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

/** Without the line ends of the source that mean no space, as the service reads them. */
function joinedWide(html: string): string {
  if (!html.includes('\n')) return html
  const body = bodyOf(html)
  const runs: Text[][] = [[]]
  for (const node of body.childNodes) addTexts(node, runs)
  for (const run of runs) joinWide(run)
  return body.innerHTML
}

/** Texts that follow each other, in whatever inline elements, are in one run. */
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
