import { sections, verbatimText } from './inline.ts'
import { tableRows } from './lists-and-tables.ts'
import { inlineMarkdown } from './markdown-inline.ts'
import { element } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Larger column spans are reduced to this number. */
const maxColumnSpan = 20

const dashes: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

/** Writes a GFM table. GFM requires a head, so the first row always becomes one. */
export function markdownTable(table: ElementNode): string {
  const rows = tableRows(table)
  const width = rows.reduce((most, cells) => Math.max(most, columnsIn(cells)), 0)
  const [head, ...others] = rows
  if (head === undefined || width === 0) return ''
  const padding = Array.from({ length: width - columnsIn(head) }, () => '')
  const alignments = head.flatMap((cell) => spread(cell, alignmentOf(cell)))
  return [
    line([...texts(head), ...padding]),
    line([...alignments, ...padding.map(() => '---')]),
    ...others.map((cells) => line(texts(cells))),
  ].join('\n')
}

/** The inline content of each block inside. */
export function runsWithin(nodes: readonly TreeNode[]): TreeNode[][] {
  return sections(nodes).flatMap((section) => {
    if ('run' in section) return [section.run]
    const { block } = section
    return block.name === 'pre'
      ? [[element('code', [verbatimText(block)])]]
      : runsWithin(block.children)
  })
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const texts = (cells: readonly ElementNode[]) =>
  cells.flatMap((cell) => spread(cell, cellText(cell), ''))

function cellText(cell: ElementNode): string {
  const runs = runsWithin(cell.children).map((run) => inlineMarkdown(run, 'cell'))
  return runs.filter((run) => run !== '').join('<br>')
}

const alignmentOf = (cell: ElementNode) => dashes[cell.attributes.get('align') ?? ''] ?? '---'

const columnsIn = (cells: readonly ElementNode[]) =>
  cells.reduce((columns, cell) => columns + spanOf(cell), 0)

const spanOf = (cell: ElementNode) =>
  Math.min(maxColumnSpan, Number(cell.attributes.get('colspan') ?? 1))

/** One value for each column that a cell spans. */
function spread(cell: ElementNode, value: string, rest = value): string[] {
  return Array.from({ length: spanOf(cell) }, (_, column) => (column === 0 ? value : rest))
}
