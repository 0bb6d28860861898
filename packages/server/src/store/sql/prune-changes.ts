/** Removes old entries of the change log. */
import type { PruneRequest } from '../store.ts'
import type { Connection } from './dialect.ts'
import { join, sql, type Sql } from './sql.ts'

interface Consumer {
  name: string
  position: string
}

async function consumersNamed(
  connection: Connection,
  names: readonly string[],
): Promise<Consumer[]> {
  return connection.all<Consumer>(
    sql`select name, position from followers
      where ${connection.dialect.isOneOf('name', names)} and position <> ''`,
  )
}

/** Condition: the consumer has not handled the entry. Everything in the first snapshot was handled. */
function isNeededBy({ dialect }: Connection, { position }: Consumer): Sql {
  return dialect.reading.isLoggedAfter(position.split(' ', 1)[0] ?? '')
}

export async function pruneChanges(
  connection: Connection,
  { before, beforeAlways, consumers: names, limit }: PruneRequest,
): Promise<number> {
  const consumers = await consumersNamed(connection, names)
  const oldest = sql`(select * from changes order by seq limit ${limit}) oldest`
  for (const consumer of consumers) {
    const isOvertaken = sql`exists (select 1 from ${oldest}
      where at < ${beforeAlways} and ${isNeededBy(connection, consumer)})`
    // Without a position, the consumer starts again and reports a gap.
    await connection.run(
      sql`update followers set position = '' where name = ${consumer.name} and ${isOvertaken}`,
    )
  }
  const needed = consumers.map((consumer) => sql` and not (${isNeededBy(connection, consumer)})`)
  const isExpired = sql`at < ${beforeAlways} or (at < ${before}${join(needed, '')})`
  const removed = await connection.all(
    sql`delete from changes where seq in (select seq from ${oldest} where ${isExpired})
      and seq < (select max(seq) from changes) returning seq`,
  )
  return removed.length
}
