/** Answers in which the databases differ when they are read from. */
import type { Sql } from './sql.ts'

export interface ReadDialect {
  /**
   * Counts work for each row that a statement looks at, in rows, and ends the statement where it is too much;
   * null where the database can end it by itself. It must be the first test of a row.
   */
  readonly guard: ((units: number) => Sql) | null
  /** The same where the work is an expression, counted before what is given is worked out. */
  guarded(units: Sql, value: Sql): Sql
  /** Joins in the order in which the tables are written. */
  readonly thenJoin: Sql
  /** Names the index to walk, where the database lets us. */
  indexedBy(index: string): Sql
  /** The same for the primary key. */
  byPrimaryKey(table: 'changes' | 'entries' | 'index_keys'): Sql
  /** Ends a subquery that must be run for each row and not be turned into a join. */
  readonly fence: Sql
  /** `column is one of what this query gives`, the query run first. */
  isOneOfSelected(column: string, query: Sql): Sql
  /** A column of long text in the form in which it is read fastest. */
  longText(column: string): string
  /** `one text holds another`. */
  holds(text: Sql, part: string): Sql
  /** Whether a number of rows that is a parameter makes the database plan each time. */
  readonly plansByRows: boolean
  /** Whether asking once more costs more than reading what may be known. */
  readonly isFarAway: boolean
  /** `id` and `value` of all rows as one JSON object. */
  readonly textOfPairs: Sql
  /** `item_id` of all rows as one JSON array, in the order of the rows. */
  readonly textOfIds: Sql
  /** How far the change log reaches, as text. */
  readonly logPosition: Sql
  /** `this row of the log is beyond that position`. */
  isLoggedAfter(position: string): Sql
  readonly logOrder: Sql
  /** Documents that may hold all of these keywords, as `id`: they have all of their grams. */
  candidates(keywords: readonly string[]): Sql
  /** The same for joining all of very many with another list; null where rows are only looked up. */
  readonly commonCandidates: ((keyword: string) => Sql) | null
}
