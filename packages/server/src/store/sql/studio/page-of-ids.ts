import type { Connection } from '../dialect.ts'
import type { Window } from '../../studio-reads.ts'
import { selectColumn, selectValue } from '../rows.ts'
import { sql, type Sql } from '../sql.ts'

interface Search {
  /** The id expression, for example `items.id`, and the source with its conditions. */
  id: Sql
  source: Sql
  /** A sort expression; ties are ordered by id in the same direction. */
  order: Sql
  isDescending: boolean
  /** True if finding the rows takes longer than sorting them: then one statement does both. */
  isCostly: boolean
}

/** One page of ids, and the total. */
export async function pageOfIds(
  connection: Connection,
  { id, source, order, isDescending, isCostly }: Search,
  { limit, offset }: Window,
): Promise<{ ids: number[]; total: number }> {
  const direction = isDescending ? sql`desc` : sql`asc`
  const window = sql`limit ${limit} offset ${offset}`
  if (isCostly) {
    const rows = await connection.all<{ id: number | null; total: number }>(
      sql`with found as materialized (select ${id} as id, ${order} as place from ${source})
        select page.id, counted.total from (select count(*) as total from found) counted
        left join (select id, place from found order by place ${direction}, id ${direction}
          ${window}) page on 1 = 1
        order by page.place ${direction}, page.id ${direction}`,
    )
    return { ids: rows.flatMap((row) => row.id ?? []), total: rows[0]?.total ?? 0 }
  }
  const ids = await selectColumn<number>(
    connection,
    sql`select ${id} as id from ${source} order by ${order} ${direction}, ${id} ${direction} ${window}`,
  )
  const count = sql`select count(*) as total from ${source}`
  return { ids, total: (await selectValue<number>(connection, count)) ?? 0 }
}
