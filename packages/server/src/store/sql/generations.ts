import type { Connection, Dialect } from '../dialect.ts'
import { sql, type Sql } from './sql.ts'

/** Lets those who remember what they read know that it may be out of date. */
export async function bumpGenerations(
  connection: Connection,
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  const shard = dialect.shard()
  for (const id of ids) {
    await connection.run(
      sql`insert into generations (model_id, shard, value) values (${id}, ${shard}, 1)
        on conflict (model_id, shard) do update set value = generations.value + 1`,
    )
  }
}

/** All at once, where nobody knows what was touched. */
export function bumpEverything(connection: Connection): Promise<void> {
  return connection.run(sql`update generations set value = value + 1`)
}

/** All of them as one JSON text; in no order. */
export function generationsText(dialect: Dialect): Sql {
  return sql`(select ${dialect.reading.textOfPairs} from
    (select model_id as id, cast(sum(value) as bigint) as value from generations group by model_id) every)`
}

export function countsIn(text: string | null): Map<number, number> {
  const counts = JSON.parse(text ?? '{}') as Record<string, number>
  return new Map(Object.entries(counts).map(([id, value]) => [Number(id), value]))
}
