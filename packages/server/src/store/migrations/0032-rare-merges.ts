import type { Connection, Dialect } from '../sql/dialect.ts'

/**
 * FTS5 rewrites a segment when this percentage of its documents is removed. With the default of 10, edits of
 * articles in the order of their ids took twice as long: FTS5 searches for each posting among the removed ids,
 * and neighbouring ids have neighbouring places in its hash table.
 */
const removedPercentage = 50

export async function mergeRarely(connection: Connection, { kind }: Dialect): Promise<void> {
  if (kind !== 'sqlite') return
  await connection.script(
    `insert into search_grams (search_grams, rank) values ('deletemerge', ${removedPercentage})`,
  )
}
