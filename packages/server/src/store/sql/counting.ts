import type { Dialect } from './dialect.ts'
import { raw, sql, type Sql } from './sql.ts'

/** To stand right behind `where`: counts each row that is looked at, where the database needs that. */
export function countingRows({ reading }: Pick<Dialect, 'reading'>, units = 1): Sql {
  return reading.guard ? sql`${reading.guard(units)} and ` : raw('')
}
