import type { TokenRecord } from '../records.ts'
import type { TokenReads, TokenWrites } from '../accounts.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

const tokenTable = recordTable<TokenRecord>('management_tokens', ['id'], {
  id: 'integer',
  name: 'text',
  tokenHash: 'text',
  hint: 'text',
  role: 'text',
  spaceIds: 'object',
  expiresAt: 'integer',
  createdAt: 'integer',
  lastUsedAt: 'integer',
})

export function tokenReads(connection: Connection): TokenReads {
  return {
    byHash: (tokenHash) =>
      tokenTable.first(
        connection,
        sql`select * from management_tokens where token_hash = ${tokenHash}`,
      ),
    list: () => tokenTable.all(connection, sql`select * from management_tokens order by id`),
  }
}

export function tokenWrites(connection: Connection): TokenWrites {
  return {
    insert: (token) => tokenTable.insert(connection, [token]),
    touch: (id, at) =>
      connection.run(sql`update management_tokens set last_used_at = ${at} where id = ${id}`),
    remove: (id) => connection.run(sql`delete from management_tokens where id = ${id}`),
  }
}
