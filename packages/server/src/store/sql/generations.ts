import type { Connection, Dialect } from '../dialect.ts'
import { sql } from './sql.ts'

/** Lets cached totals know that they may be out of date. */
export async function bumpGenerations(
  connection: Connection,
  dialect: Dialect,
  modelIds: readonly number[],
): Promise<void> {
  const shard = dialect.shard()
  for (const modelId of modelIds) {
    await connection.run(
      sql`insert into generations (model_id, shard, value) values (${modelId}, ${shard}, 1)
        on conflict (model_id, shard) do update set value = generations.value + 1`,
    )
  }
}
