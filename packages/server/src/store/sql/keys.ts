import type { Connection } from './dialect.ts'
import { changeable } from '../../query/changeable.ts'
import type { KeyRecord } from '../records.ts'
import type { KeyReads, KeyWrites } from '../accounts.ts'
import { bumpGenerations } from '../versions/generations.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

export const keyTable = recordTable<KeyRecord>('keys', ['id'], {
  id: 'integer',
  rootId: 'integer',
  name: 'text',
  secretHash: 'text',
  hint: 'text',
  reads: 'text',
  spaceIds: 'object',
  writesContents: 'flag',
  writesMedia: 'flag',
  publishes: 'flag',
  listsMedia: 'flag',
  readLimit: 'integer',
  writeLimit: 'integer',
  expiresAt: 'integer',
  disabledAt: 'integer',
  createdAt: 'integer',
})

export function keyReads(connection: Connection): KeyReads {
  return {
    load: (id) => keyTable.first(connection, sql`select * from keys where id = ${id}`),
    list: (rootId) =>
      keyTable.all(connection, sql`select * from keys where root_id = ${rootId} order by id`),
  }
}

export function keyWrites(connection: Connection): KeyWrites {
  const bump = (): Promise<void> => bumpGenerations(connection, [changeable.keys])
  async function save(key: KeyRecord): Promise<void> {
    await keyTable.upsert(connection, [key])
    await bump()
  }
  return {
    insert: save,
    update: save,
    async remove(id) {
      await connection.run(sql`delete from keys where id = ${id}`)
      await bump()
    },
  }
}
