import { lineEndBetweenWide, wideCharacter } from '@octavo/schema/line-ends.ts'
import { element, isBlank, isBlock, isBlockName } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** A run of inline content, or one block. */
export type Section = { readonly run: TreeNode[] } | { readonly block: ElementNode }

/** Splits content into blocks and the inline content between them. */
export function sections(nodes: readonly TreeNode[]): Section[] {
  const found: Section[] = []
  let run: TreeNode[] = []
  const endRun = () => {
    if (!run.every(isBlank)) found.push({ run })
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node)) {
      run.push(node)
      continue
    }
    endRun()
    if (isBlockName(node.name)) found.push({ block: node })
    else for (const section of sectionsWithin(node)) found.push(section)
  }
  endRun()
  return found
}

/**
 * The sections of an inline element that contains blocks. Only the first inline content of a link stays
 * linked, inside the blocks if there is none between them. Repeating a long address in every block could
 * multiply the size of the text.
 */
function sectionsWithin(node: ElementNode): Section[] {
  const found = sections(node.children)
  return node.name === 'a' ? (withLink(found, node) ?? found) : found
}

/** Undefined if there is no content for the link. */
function withLink(found: readonly Section[], link: ElementNode): Section[] | undefined {
  for (const [at, section] of found.entries()) {
    if (!('run' in section)) continue
    return found.with(at, { run: [element('a', section.run, link.attributes)] })
  }
  for (const [at, section] of found.entries()) {
    const linked = 'block' in section && linkedBlock(section.block, link)
    if (linked) return found.with(at, linked)
  }
  return undefined
}

function linkedBlock({ name, attributes, children }: ElementNode, link: ElementNode) {
  const within = name === 'pre' ? undefined : withLink(sections(children), link)
  const inside = within?.flatMap((one) => ('run' in one ? one.run : [one.block]))
  return inside && { block: element(name, inside, attributes) }
}

export type InlineToken =
  | { readonly kind: 'text'; value: string }
  | { readonly kind: 'open' | 'close'; readonly node: ElementNode; readonly mark: string }
  | { readonly kind: 'atom'; readonly node: ElementNode }
  | { readonly kind: 'break' }

/** How an output writer interprets inline content. */
export interface Reading {
  /** The mark of an element for the writer; undefined to use only its content. */
  readonly markOf: (node: ElementNode, parent: ElementNode | undefined) => string | undefined
  /** Elements that the writer handles as one unit. */
  readonly atoms: ReadonlySet<string>
}

interface Flow {
  readonly tokens: InlineToken[]
  readonly reading: Reading
  readonly open: Set<string>
  /** White space that is written only if content follows on the same line. */
  waiting: '' | ' ' | '\n'
}

/**
 * Converts inline content to tokens, with white space collapsed as in HTML. Moves spaces at the edge of an
 * element out of it, and ignores an element inside another one with the same mark.
 */
export function inlineTokens(run: readonly TreeNode[], reading: Reading): InlineToken[] {
  const flow: Flow = { tokens: [], reading, open: new Set(), waiting: '' }
  for (const node of run) addNode(node, undefined, flow)
  return flow.tokens
}

function addNode(node: TreeNode, parent: ElementNode | undefined, flow: Flow): void {
  if (typeof node === 'string') addText(node, flow)
  else if (node.name === 'br') {
    flow.tokens.push({ kind: 'break' })
    flow.waiting = ''
  } else if (flow.reading.atoms.has(node.name) && !isEmptyAtom(node)) {
    addWaitingSpace('', flow)
    flow.tokens.push({ kind: 'atom', node })
  } else addElement(node, parent, flow)
}

function isEmptyAtom(node: ElementNode): boolean {
  if (node.name === 'code') return isBlank(verbatimText(node))
  return node.name === 'img' && !node.attributes.has('src') && !node.attributes.get('alt')
}

function addElement(node: ElementNode, parent: ElementNode | undefined, flow: Flow): void {
  const { tokens, open } = flow
  const mark = flow.reading.markOf(node, parent)
  if (mark === undefined || open.has(mark)) {
    for (const child of node.children) addNode(child, node, flow)
    return
  }
  tokens.push({ kind: 'open', node, mark })
  open.add(mark)
  for (const child of node.children) addNode(child, node, flow)
  open.delete(mark)
  const last = tokens.at(-1)
  if (last?.kind === 'open' && last.node === node) tokens.pop()
  else tokens.push({ kind: 'close', node, mark })
}

function addText(text: string, flow: Flow): void {
  const start = text.search(/[^ \t\n]/)
  if (start < 0) {
    wait(text, flow)
    return
  }
  let end = text.length
  while (' \t\n'.includes(text[end - 1] ?? '.')) end--
  wait(text.slice(0, start), flow)
  const value = collapsed(text.slice(start, end))
  addWaitingSpace(value, flow)
  const last = flow.tokens.at(-1)
  if (last?.kind === 'text') last.value += value
  else flow.tokens.push({ kind: 'text', value })
  wait(text.slice(end), flow)
}

function wait(space: string, flow: Flow): void {
  if (space.includes('\n')) flow.waiting = '\n'
  else if (space !== '') flow.waiting ||= ' '
}

function addWaitingSpace(next: string, flow: Flow): void {
  const { tokens, waiting } = flow
  flow.waiting = ''
  const at = tokens.findLastIndex((token) => token.kind !== 'open')
  const before = tokens[at]
  if (waiting === '' || before === undefined || before.kind === 'break') return
  const previous = tokens.findLast((token) => token.kind !== 'open' && token.kind !== 'close')
  const text = previous?.kind === 'text' ? previous.value : ''
  if (waiting === '\n' && endsWide.test(text.slice(-2)) && startsWide.test(next)) return
  if (before.kind === 'text') before.value += ' '
  else tokens.splice(at + 1, 0, { kind: 'text', value: ' ' })
}

const endsWide = new RegExp(`${wideCharacter}$`, 'u')
const startsWide = new RegExp(`^${wideCharacter}`, 'u')

function collapsed(text: string): string {
  if (!/[\t\n]| {2}/.test(text)) return text
  return text.replaceAll(lineEndBetweenWide, '').replaceAll(/[ \t\n]+/g, ' ')
}

/** The text of a preformatted element. */
export function verbatimText(node: ElementNode): string {
  let text = ''
  for (const child of node.children) {
    if (typeof child === 'string') text += child
    else text += child.name === 'br' ? '\n' : verbatimText(child)
  }
  return text
}

/** Trims line breaks at both ends. Keeps ideographic spaces, which are indents. */
export function trimmedLines(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}

export function oneLine(text: string): string {
  return text.replaceAll(/[ \t\n]+/g, ' ').replaceAll(/^ | $/g, '')
}
