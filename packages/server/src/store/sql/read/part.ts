/** Parts of a list that follow each other. */
import type { Condition, OrderKey, Selection } from '../../../query/tree.ts'
import type { Sql } from '../sql.ts'
import type { Source } from './source.ts'

export interface Branch {
  readonly source: Source
  /** The value of the first sort key, if the source contains it. */
  readonly first?: Sql
  /** The order of the source, if it differs from that of the columns. */
  readonly orderBy?: readonly Sql[]
}

export interface Part {
  readonly branches: readonly Branch[]
  readonly order: readonly OrderKey[]
  readonly conditions: readonly Condition[]
}

export function part(
  selection: Selection,
  order: readonly OrderKey[],
  branches: readonly Branch[],
): Part {
  return { branches, order, conditions: selection.conditions }
}

const maxTests = 240

/** Each branch repeats every test. Above this limit, they cost more than sorting. */
export function isTooWide({ visibility, conditions }: Selection, branches: number): boolean {
  return visibility.scopes.length * branches * (1 + conditions.length) > maxTests
}
