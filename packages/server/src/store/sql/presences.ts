import type { Presence, PresenceReads, PresenceWrites } from '../presences.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

const presenceTable = recordTable<Presence>('presences', ['user_id', 'tab'], {
  userId: 'integer',
  tab: 'text',
  itemId: 'integer',
  field: 'text',
  language: 'text',
  seenAt: 'integer',
})

export function presenceReads(connection: Connection): PresenceReads {
  return {
    ofItem: (itemId, since, limit) =>
      presenceTable.all(
        connection,
        sql`select * from presences where item_id = ${itemId} and seen_at >= ${since}
          order by seen_at desc, user_id, tab limit ${limit}`,
      ),
    ofUser: (userId) =>
      presenceTable.all(
        connection,
        sql`select * from presences where user_id = ${userId} order by seen_at desc, tab`,
      ),
  }
}

export function presenceWrites(connection: Connection): PresenceWrites {
  return {
    save: (presence) => presenceTable.upsert(connection, [presence]),
    async remove(userId, tabs) {
      for (const tab of tabs) {
        await connection.run(sql`delete from presences where user_id = ${userId} and tab = ${tab}`)
      }
    },
    removeBefore: (time) => connection.run(sql`delete from presences where seen_at < ${time}`),
  }
}
