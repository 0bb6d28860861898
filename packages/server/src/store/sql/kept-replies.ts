import type { Connection } from './dialect.ts'
import type { KeptReply } from '../records.ts'
import type { KeptReplyReads, KeptReplyWrites } from '../store.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

const replyTable = recordTable<KeptReply>('kept_replies', ['key_id', 'name'], {
  keyId: 'integer',
  name: 'text',
  requestDigest: 'text',
  itemId: 'integer',
  at: 'integer',
})

export function keptReplyReads(connection: Connection, isWriting: boolean): KeptReplyReads {
  return {
    async find(keyId, name) {
      if (isWriting) await connection.dialect.lock(connection, `${keyId} ${name}`, 'exclusive')
      return replyTable.first(
        connection,
        sql`select * from kept_replies where key_id = ${keyId} and name = ${name}`,
      )
    },
  }
}

export function keptReplyWrites(connection: Connection): KeptReplyWrites {
  return {
    keep: (reply) => replyTable.upsert(connection, [reply]),
    removeBefore: (time) => connection.run(sql`delete from kept_replies where at < ${time}`),
  }
}
