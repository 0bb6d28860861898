/** The start of a statement: rows that an index returns. */
import type { Condition, Selection } from '../../../query/tree.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { isTestedByItem } from './condition-facts.ts'
import { probe } from './conditions.ts'
import { areOf, type Models, type ReadContext } from './context.ts'

export interface Source {
  /** The alias with item_id, language_id and created_at, in the order of its index. */
  readonly leader: string
  /** Present if the leading rows are keys. */
  readonly leadsByKey?: true
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Whether `from` contains the entries. If not, they are joined only if something needs them. */
  readonly hasEntries: boolean
  /** Additional tests of the entries for this source. */
  readonly entryWhere: readonly Sql[]
  /** Further conditions that its rows must pass. */
  readonly tests?: readonly Condition[]
  /** Present if another source of the same condition may return the same items. */
  readonly overlaps?: true
}

/** The models of a list, and its conditions. */
export type Searched = Models & Partial<Pick<Selection, 'conditions'>>

/** Joins the entries to a source. */
export function withEntries(
  source: Source,
  entry: string,
  { dialect, visibility }: ReadContext,
): Source {
  if (source.hasEntries) return source
  const { leader, from } = source
  return {
    ...source,
    hasEntries: true,
    from: sql`${from} ${dialect.reading.thenJoin} entries ${raw(entry)}
      on ${areOf(leader, entry, visibility)}`,
  }
}

export function tested(source: Source, conditions: readonly Condition[]): Source {
  return { ...source, tests: [...(source.tests ?? []), ...conditions] }
}

/** The tests of a source and others, on the leading row if that is enough. */
export function testsOf(
  { leader, leadsByKey, tests = [] }: Source,
  others: readonly Condition[],
  entry: string,
  context: ReadContext,
): Sql[] {
  const inner = leadsByKey ? { ...context, keys: leader } : context
  return [...tests, ...others].map((condition) =>
    probe(condition, isTestedByItem(condition) ? leader : entry, inner),
  )
}

/** Whether a test of the source or another one needs the entries. */
export function testsEntries({ tests = [] }: Source, others: readonly Condition[]): boolean {
  return ![...tests, ...others].every(isTestedByItem)
}
