import { inlineTokens, oneLine, sections, trimmedLines, verbatimText } from './inline.ts'
import type { InlineToken, Reading } from './inline.ts'
import { listNumbers, tableRows } from './lists-and-tables.ts'
import { isElement } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Deeper lists are written at this depth, because their indents could become larger than the text. */
const maxIndents = 16

/** Writes plain text, for people and for the search index. */
export function toText(nodes: readonly TreeNode[]): string {
  return blocksOf(nodes, 0).join('\n\n')
}

function blocksOf(nodes: readonly TreeNode[], indents: number): string[] {
  const blocks: string[] = []
  addBlocks(nodes, indents, blocks)
  return blocks
}

function addBlocks(nodes: readonly TreeNode[], indents: number, blocks: string[]): void {
  for (const section of sections(nodes)) {
    if ('block' in section) addBlock(section.block, indents, blocks)
    else addTo(blocks, inlineText(section.run))
  }
}

function addBlock(block: ElementNode, indents: number, blocks: string[]): void {
  switch (block.name) {
    case 'pre':
      return addTo(blocks, trimmedLines(verbatimText(block)))
    case 'ul':
    case 'ol':
      return addTo(blocks, listText(block, indents))
    case 'dl':
      return addTo(
        blocks,
        block.children
          .map((child) => lines([child], indents))
          .filter(Boolean)
          .join('\n'),
      )
    case 'table':
      return addTable(block, indents, blocks)
    default:
      return addBlocks(block.children, indents, blocks)
  }
}

function addTo(blocks: string[], text: string): void {
  if (text.trim() !== '') blocks.push(text)
}

function lines(nodes: readonly TreeNode[], indents: number): string {
  return blocksOf(nodes, indents).join('\n')
}

function listText(list: ElementNode, indents: number): string {
  const items: string[] = []
  for (const { item, number } of listNumbers(list)) {
    const text = lines(item.children, indents + 1)
    const marker = number === undefined ? '- ' : `${number}. `
    const isDeep = indents >= maxIndents
    items.push(marker + (isDeep ? text : text.replaceAll('\n', `\n${' '.repeat(marker.length)}`)))
  }
  return items.join('\n')
}

function addTable(table: ElementNode, indents: number, blocks: string[]): void {
  for (const child of table.children) {
    if (isElement(child, 'caption')) addBlocks(child.children, indents, blocks)
  }
  const rows = tableRows(table).map((cells) =>
    cells
      .map((cell) => blocksOf(cell.children, maxIndents).join(' ').replaceAll('\n', ' '))
      .join('\t'),
  )
  addTo(blocks, rows.filter((row) => row.trim() !== '').join('\n'))
}

const reading: Reading = {
  atoms: new Set(['img', 'input', 'code', 'iframe', 'audio', 'video']),
  markOf(node, parent) {
    if (node.name === 'q') return 'q'
    return node.name === 'rt' && parent && !hasBrackets(parent) ? 'rt' : undefined
  },
}

const bracketed = new WeakMap<ElementNode, boolean>()

/** True if a ruby has its own brackets. Cached, because a ruby may have many readings. */
function hasBrackets(ruby: ElementNode): boolean {
  const cached = bracketed.get(ruby)
  if (cached !== undefined) return cached
  const found = ruby.children.some((child) => isElement(child, 'rp'))
  bracketed.set(ruby, found)
  return found
}

const opening: Readonly<Record<string, string>> = { q: '“', rt: '（' }
const closing: Readonly<Record<string, string>> = { q: '”', rt: '）' }

function inlineText(run: readonly TreeNode[]): string {
  const text = inlineTokens(run, reading).map(tokenText).join('')
  // An element without text, such as an image without alternative text, leaves the spaces around it.
  return trimmedLines(text.replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/gm, ''))
}

function tokenText(token: InlineToken): string {
  switch (token.kind) {
    case 'text':
      return token.value
    case 'break':
      return '\n'
    case 'open':
      return opening[token.mark] ?? ''
    case 'close':
      return closing[token.mark] ?? ''
    case 'atom':
      return atomText(token.node)
  }
}

function atomText(node: ElementNode): string {
  if (node.name === 'code') return oneLine(verbatimText(node))
  if (node.name === 'input') return node.attributes.has('checked') ? '[x]' : '[ ]'
  return oneLine(node.attributes.get(node.name === 'img' ? 'alt' : 'title') ?? '')
}
