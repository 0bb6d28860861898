import type { Connection } from './dialect.ts'
import type { IdempotentReply } from '../records.ts'
import type { IdempotentReplyReads, IdempotentReplyWrites } from '../store.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

const replyTable = recordTable<IdempotentReply>('idempotency_replies', ['key_id', 'name'], {
  keyId: 'integer',
  name: 'text',
  requestDigest: 'text',
  itemId: 'integer',
  at: 'integer',
})

export function idempotentReplyReads(
  connection: Connection,
  isWriting: boolean,
): IdempotentReplyReads {
  return {
    async find(keyId, name) {
      if (isWriting)
        await connection.dialect.locks.name(connection, `${keyId} ${name}`, 'exclusive')
      return replyTable.first(
        connection,
        sql`select * from idempotency_replies where key_id = ${keyId} and name = ${name}`,
      )
    },
  }
}

export function idempotentReplyWrites(connection: Connection): IdempotentReplyWrites {
  return {
    save: (reply) => replyTable.upsert(connection, [reply]),
    remove: (keyId, name) =>
      connection.run(
        sql`delete from idempotency_replies where key_id = ${keyId} and name = ${name}`,
      ),
    removeBefore: (time) => connection.run(sql`delete from idempotency_replies where at < ${time}`),
  }
}
