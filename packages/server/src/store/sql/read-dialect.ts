/** The differences between the databases when reading. */
import type { Sql } from './sql.ts'

export interface ReadDialect {
  /**
   * Charges the work for each visited row, in rows, and ends the statement when the budget is exceeded.
   * Null if the database can cancel statements itself. It must be the first condition on a row.
   */
  readonly guard: ((units: number) => Sql) | null
  /** The same with an expression for the work, charged before `value` is evaluated. */
  guarded(units: Sql, value: Sql): Sql
  /** A join that keeps the order of the tables. */
  readonly thenJoin: Sql
  /** Joins rows of `index_keys` that are looked up for each row of the tables before. */
  joinKeys(alias: string, condition: Sql): Sql
  /** Selects the index to use, if the database supports that. */
  indexedBy(index: string): Sql
  /** The same for the primary key. */
  byPrimaryKey(table: 'changes' | 'entries' | 'index_keys'): Sql
  /** Suffix of a subquery that must run for each row instead of becoming a join. */
  readonly fence: Sql
  /** Condition: the column is one of the results of the query, which runs first. */
  isOneOfSelected(column: string, query: Sql): Sql
  /** A column of long text in the form that is fastest to read. */
  longText(column: string): string
  /** Condition: a text contains another. */
  holds(text: Sql, part: string): Sql
  /** The elements of a JSON array as rows with a `value`. */
  elements(array: Sql, alias: string): Sql
  /** The same for texts, which are compared by code point. */
  textElements(array: Sql, alias: string): Sql
  /** Whether a row limit that is a parameter makes the database plan each time. */
  readonly plansByRows: boolean
  /** Whether a round trip costs more than reading data that may be cached. */
  readonly isRemote: boolean
  /** `id` and `value` of all rows as one JSON object. */
  readonly textOfPairs: Sql
  /** `item_id` of all rows as one JSON array, in the order of the rows. */
  readonly textOfIds: Sql
  /** The end of the change log, as text. */
  readonly logPosition: Sql
  /** Condition: the log entry is after the position. */
  isLoggedAfter(position: string): Sql
  readonly logOrder: Sql
  /** Selects the rows of `index_keys` that pass the conditions and are in one of these ranges. */
  keysInRanges(
    ranges: readonly (readonly [low: string, high: string])[],
    alias: string,
    conditions: Sql,
    units: number,
  ): Sql
  /** Documents that may contain all of these keywords, as `id`: they have all grams of them. */
  candidates(keywords: readonly string[]): Sql
  /**
   * The same for joining very many documents with another list; null if rows can only be looked up one by
   * one.
   */
  readonly commonCandidates: ((keyword: string) => Sql) | null
}
