import { addOnAttribute, languageOf } from './add-ons.ts'
import { sections, verbatimText } from './inline.ts'
import { listNumbers } from './lists-and-tables.ts'
import { longestRun } from './markdown-escape.ts'
import { inlineMarkdown } from './markdown-inline.ts'
import { markdownTable, runsWithin } from './markdown-table.ts'
import { element, headings, isBlank, isElement } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Deeper lists and quotations are written at this depth: see to-text. */
const maxIndents = 16

interface Block {
  readonly text: string
  readonly isParagraph?: boolean
  /** The marker of a list. Adjacent lists of the same kind alternate between two markers. */
  readonly marker?: string
}

/** Writes GitHub Flavored Markdown, for people and for renderers. */
export function toMarkdown(nodes: readonly TreeNode[]): string {
  return blocksOf(nodes, 0)
    .map((block) => block.text)
    .join('\n\n')
}

function blocksOf(nodes: readonly TreeNode[], indents: number): Block[] {
  const blocks: Block[] = []
  addBlocks(nodes, indents, blocks)
  return blocks
}

function addBlocks(nodes: readonly TreeNode[], indents: number, blocks: Block[]): void {
  for (const section of sections(nodes)) {
    if ('block' in section) addBlock(section.block, indents, blocks)
    else addText(blocks, inlineMarkdown(section.run, 'block'), true)
  }
}

function addText(blocks: Block[], text: string, isParagraph = false): void {
  if (text !== '') blocks.push({ text, isParagraph })
}

function addBlock(block: ElementNode, indents: number, blocks: Block[]): void {
  const { name, children } = block
  if (headings.has(name)) return addText(blocks, heading(block))
  const isCallout = block.attributes.get(addOnAttribute) === 'callout'
  if (name === 'blockquote' || isCallout) return addQuotation(children, indents, blocks)
  switch (name) {
    case 'pre':
      return addText(blocks, fencedCode(block))
    case 'hr':
      return addText(blocks, '***')
    case 'ul':
    case 'ol':
      return addList(block, indents, blocks)
    case 'dl':
      return addList(termList(block), indents, blocks)
    case 'summary':
      return addText(blocks, inlineMarkdown([element('b', runsWithin(children).flat())], 'block'))
    case 'table':
      for (const child of children) {
        if (isElement(child, 'caption')) addBlocks(child.children, indents, blocks)
      }
      return addText(blocks, markdownTable(block))
    default:
      return addBlocks(children, indents, blocks)
  }
}

function heading(block: ElementNode): string {
  const runs = runsWithin(block.children).map((run) => inlineMarkdown(run, 'heading'))
  const text = runs.filter((run) => run !== '').join(' ')
  // Trailing number signs would close the heading.
  return text && `${'#'.repeat(Number(block.name[1]))} ${text.replace(/(?<=^|[ \t])(?=#+$)/, '\\')}`
}

function addQuotation(children: readonly TreeNode[], indents: number, blocks: Block[]): void {
  if (indents >= maxIndents) return addBlocks(children, indents, blocks)
  const quoted = blocksOf(children, indents + 1)
  const lines = joined(quoted, '\n\n').split('\n')
  if (quoted.length === 0) return
  blocks.push({ text: lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n') })
}

const joined = (blocks: readonly Block[], between: string) =>
  blocks.map((block) => block.text).join(between)

function fencedCode(pre: ElementNode): string {
  const code = verbatimText(pre).replace(/\n$/, '')
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  const language = pre.attributes.get('data-service-language') ?? languageOf(pre) ?? ''
  const info = /^[A-Za-z0-9_+#.-]+$/.test(language) ? language : ''
  return `${fence}${info}\n${code}\n${fence}`
}

/** Writes terms as list items, with their descriptions inside. */
function termList(list: ElementNode): ElementNode {
  const items: ElementNode[] = []
  for (const child of list.children) {
    if (isElement(child, 'dt') || items.length === 0) items.push(element('li', []))
    if (isElement(child, 'dt')) {
      items.at(-1)?.children.push(element('p', [element('b', runsWithin(child.children).flat())]))
    } else if (isElement(child)) {
      items.at(-1)?.children.push(element('div', child.children))
    }
  }
  return element('ul', items)
}

function addList(list: ElementNode, indents: number, blocks: Block[]): void {
  if (indents >= maxIndents) {
    for (const { item } of listNumbers(list)) addBlocks(item.children, indents, blocks)
    return
  }
  const [usual, other] = list.name === 'ul' ? ['-', '+'] : ['.', ')']
  const marker = blocks.at(-1)?.marker === usual ? other : usual
  const items = listNumbers(list).map(({ item, number }) => ({
    blocks: blocksOf(item.children, indents + 1),
    lead: number === undefined ? `${marker} ` : `${numberOf(number)}${marker} `,
    box: checkbox(item),
  }))
  const isTight = items.every((item) => item.blocks.slice(1).every((block) => block.marker))
  const texts = items.map((item) => {
    const text = boxed(item.box, item.blocks, isTight)
    return text === '' ? item.lead.trimEnd() : item.lead + indented(text, item.lead.length)
  })
  if (texts.length > 0) blocks.push({ text: texts.join(isTight ? '\n' : '\n\n'), marker })
}

/** A number with more than nine digits does not start a list in GFM. */
const numberOf = (number: number) => Math.min(Math.max(0, number), 999_999_999)

/** Only a paragraph may follow a checkbox on its line: other blocks would not be recognised there. */
function boxed(box: string, blocks: readonly Block[], isTight: boolean): string {
  const text = isTight ? tightly(blocks) : joined(blocks, '\n\n')
  if (box === '' || text === '') return box || text
  return blocks[0]?.isParagraph ? `${box} ${text}` : `${box}\n\n${text}`
}

/** A list can follow a line directly if it starts with number one and its first item is not empty. */
function tightly([first, ...lists]: readonly Block[]): string {
  const canFollow = /^(?:[-+]|1[.)]) [^\n]/
  return lists.reduce(
    (text, { text: list }) =>
      `${text}${first?.isParagraph && canFollow.test(list) ? '\n' : '\n\n'}${list}`,
    first?.text ?? '',
  )
}

function indented(text: string, by: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`)
}

function checkbox(item: ElementNode): string {
  const first = item.children.find((child) => !isBlank(child))
  const inner = isElement(first, 'p') ? first.children.find((child) => !isBlank(child)) : first
  if (!isElement(inner, 'input')) return ''
  return inner.attributes.has('checked') ? '[x]' : '[ ]'
}
