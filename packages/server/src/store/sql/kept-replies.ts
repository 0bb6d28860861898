import type { Columns, Connection, Dialect } from './dialect.ts'
import type { KeptReplyReads, KeptReplyWrites } from '../store.ts'
import { sql } from './sql.ts'

const columns = {
  key_id: 'integer',
  name: 'text',
  request_digest: 'text',
  item_id: 'integer',
  at: 'integer',
} as const satisfies Columns

interface KeptReplyRow {
  key_id: number
  name: string
  request_digest: string
  item_id: number
  at: number
}

export function keptReplyReads(
  connection: Connection,
  dialect: Dialect,
  isWriting: boolean,
): KeptReplyReads {
  return {
    async find(keyId, name) {
      if (isWriting) await dialect.lock(connection, `${keyId} ${name}`, 'exclusive')
      const [row] = await connection.all<KeptReplyRow>(
        sql`select * from kept_replies where key_id = ${keyId} and name = ${name}`,
      )
      if (!row) return undefined
      return { keyId, name, requestDigest: row.request_digest, itemId: row.item_id, at: row.at }
    },
  }
}

export function keptReplyWrites(connection: Connection): KeptReplyWrites {
  return {
    keep: (reply) =>
      connection.upsertRows(
        'kept_replies',
        columns,
        ['key_id', 'name'],
        [
          {
            key_id: reply.keyId,
            name: reply.name,
            request_digest: reply.requestDigest,
            item_id: reply.itemId,
            at: reply.at,
          },
        ],
      ),
    removeBefore: (time) => connection.run(sql`delete from kept_replies where at < ${time}`),
  }
}
