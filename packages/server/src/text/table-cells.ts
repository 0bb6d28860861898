/**
 * A cell takes two characters in markdown and four in HTML, or none if a row is shorter than its head. No
 * other markup of that length costs more time, so the number of cells is limited, and parsing stops at the
 * limit.
 */
import type MarkdownIt from 'markdown-it'
import type { Env, StateBlock, StateCore } from 'markdown-it'

/** A thousand rows of twenty columns. */
export const maxTableCells = 20_000

/** Counters for one text. */
export interface CellCount {
  cells: number
  /** Number of tokens that were counted. */
  tokens: number
}

/** Makes the parser stop if there are too many cells. The counters are in the environment. */
export function boundCells(parser: InstanceType<typeof MarkdownIt>): void {
  const stop = (state: StateBlock, _start: number, end: number, isTrial: boolean): boolean => {
    if (!isOver(state)) return false
    if (!isTrial) state.line = end
    return true
  }
  // `blockquote` also applies the rule between the rows of a table, which would otherwise be parsed to
  // its end.
  parser.block.ruler.before('table', 'too_many_cells', stop, { alt: ['blockquote'] })
  parser.core.ruler.after('block', 'too_many_cells', (state: StateCore) => {
    if (isOver(state)) state.tokens = []
  })
}

/** Counts the tokens that are new since the last call. */
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
