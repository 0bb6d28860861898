import { sections, verbatimText } from './inline.ts'
import { tableRows } from './lists-and-tables.ts'
import { inlineMarkdown } from './markdown-inline.ts'
import { element } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** A cell across more columns than this is taken to be across this many. */
const maxColumnSpan = 20

const dashes: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

/** A GFM table. It must have a head, so the first row is it, whether or not it was one. */
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

/** The inline content of all blocks within, each on its own. */
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

/** One value for each column that a cell is across. */
function spread(cell: ElementNode, value: string, rest = value): string[] {
  return Array.from({ length: spanOf(cell) }, (_, column) => (column === 0 ? value : rest))
}
