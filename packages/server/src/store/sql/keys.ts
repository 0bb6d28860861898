import type { View } from '@octavo/schema/field-types.ts'
import type { Columns, Connection, Dialect, Row } from './dialect.ts'
import type { KeyRecord } from '../records.ts'
import type { KeyReads, KeyWrites } from '../store.ts'
import { changeable } from '../versions/versions.ts'
import { bumpGenerations } from '../versions/generations.ts'
import { sql } from './sql.ts'

export const keyColumns = {
  id: 'integer',
  root_id: 'integer',
  name: 'text',
  secret_hash: 'text',
  hint: 'text',
  reads: 'text',
  space_ids: 'text',
  writes_contents: 'integer',
  writes_media: 'integer',
  read_limit: 'integer',
  write_limit: 'integer',
  expires_at: 'integer',
  disabled_at: 'integer',
  created_at: 'integer',
} as const satisfies Columns

interface KeyRow {
  id: number
  root_id: number
  name: string
  secret_hash: string
  hint: string
  reads: View
  space_ids: string | null
  writes_contents: number
  writes_media: number
  read_limit: number | null
  write_limit: number | null
  expires_at: number | null
  disabled_at: number | null
  created_at: number
}

export function keyReads(connection: Connection): KeyReads {
  return {
    async load(id) {
      const [row] = await connection.all<KeyRow>(sql`select * from keys where id = ${id}`)
      return row && keyOf(row)
    },
    async list(rootId) {
      const rows = await connection.all<KeyRow>(
        sql`select * from keys where root_id = ${rootId} order by id`,
      )
      return rows.map(keyOf)
    },
  }
}

export function keyWrites(connection: Connection, dialect: Dialect): KeyWrites {
  const bump = (): Promise<void> => bumpGenerations(connection, dialect, [changeable.keys])
  async function save(key: KeyRecord): Promise<void> {
    await connection.upsertRows('keys', keyColumns, ['id'], [rowOf(key)])
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

function keyOf(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    rootId: row.root_id,
    name: row.name,
    secretHash: row.secret_hash,
    hint: row.hint,
    reads: row.reads,
    spaceIds: row.space_ids === null ? null : (JSON.parse(row.space_ids) as number[]),
    writesContents: row.writes_contents === 1,
    writesMedia: row.writes_media === 1,
    readLimit: row.read_limit,
    writeLimit: row.write_limit,
    expiresAt: row.expires_at,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
  }
}

function rowOf(key: KeyRecord): Row {
  return {
    id: key.id,
    root_id: key.rootId,
    name: key.name,
    secret_hash: key.secretHash,
    hint: key.hint,
    reads: key.reads,
    space_ids: key.spaceIds && JSON.stringify(key.spaceIds),
    writes_contents: key.writesContents ? 1 : 0,
    writes_media: key.writesMedia ? 1 : 0,
    read_limit: key.readLimit,
    write_limit: key.writeLimit,
    expires_at: key.expiresAt,
    disabled_at: key.disabledAt,
    created_at: key.createdAt,
  }
}
