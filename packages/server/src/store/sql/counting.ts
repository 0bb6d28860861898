import type { Dialect } from './dialect.ts'
import { raw, sql, type Sql } from './sql.ts'

/** A prefix for conditions after `where`: charges each visited row if the database needs that. */
export function countingRows({ reading }: Pick<Dialect, 'reading'>, units = 1): Sql {
  return reading.guard ? sql`${reading.guard(units)} and ` : raw('')
}
