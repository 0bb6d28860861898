/**
 * A cell takes two characters in markdown and four in HTML, or none where a row is shorter than its
 * head, and costs more time than anything else of that length. So their number is bounded, and nothing
 * is read on where the bound is reached.
 */
import type MarkdownIt from 'markdown-it'
import type { Env, StateBlock, StateCore } from 'markdown-it'

/** A thousand rows of twenty columns. */
export const maxTableCells = 20_000

/** What the parser came across in one text. */
export interface CellCount {
  cells: number
  /** So many tokens were looked at. */
  tokens: number
}

/** Has the parser leave off where there are too many cells. The environment is where it counts. */
export function boundCells(parser: InstanceType<typeof MarkdownIt>): void {
  const leaveOff = (state: StateBlock, _start: number, end: number, isTrial: boolean): boolean => {
    if (!isOver(state)) return false
    if (!isTrial) state.line = end
    return true
  }
  // Between the rows of a table too, which otherwise would be read to its end: it ends where a
  // quotation would.
  parser.block.ruler.before('table', 'too_many_cells', leaveOff, { alt: ['blockquote'] })
  parser.core.ruler.after('block', 'too_many_cells', (state: StateCore) => {
    if (isOver(state)) state.tokens = []
  })
}

/** Looks at the tokens that are new since the last time. */
function isOver({ env, tokens }: StateBlock | StateCore): boolean {
  const count = countIn(env)
  for (; count.tokens < tokens.length; count.tokens++) {
    const type = tokens[count.tokens]?.type
    if (type === 'td_open' || type === 'th_open') count.cells++
  }
  return count.cells > maxTableCells
}

export function countIn(environment: Env): CellCount {
  return (environment['cellCount'] ??= { cells: 0, tokens: 0 }) as CellCount
}

export function hasTooManyCells(html: string): boolean {
  let cells = 0
  for (const _ of html.matchAll(/<t[dh](?![a-z])/gi)) if (++cells > maxTableCells) return true
  return false
}
