import type { Preferences } from '@octavo/schema/admin/account.ts'
import type { Role } from '@octavo/schema/roles.ts'
import type { Columns, Connection, Dialect, Row } from './dialect.ts'
import { defaultPreferences, type UserRecord } from '../records.ts'
import type { UserReads, UserWrites } from '../store.ts'
import { raw, sql } from './sql.ts'

export const userColumns = {
  id: 'integer',
  email: 'text',
  role: 'text',
  password_hash: 'text',
  created_at: 'integer',
  name: 'text',
  space_ids: 'text',
  preferences: 'text',
} as const satisfies Columns

interface UserRow {
  id: number
  email: string
  role: Role
  password_hash: string
  created_at: number
  name: string | null
  space_ids: string | null
  preferences: string | null
}

export function userReads(connection: Connection, dialect: Dialect, isWriting: boolean): UserReads {
  const lock = isWriting ? dialect.forUpdate : raw('')
  return {
    async byEmail(email) {
      const [row] = await connection.all<UserRow>(sql`select * from users where email = ${email}`)
      return row && userOf(row)
    },
    async load(id) {
      const [row] = await connection.all<UserRow>(sql`select * from users where id = ${id}${lock}`)
      return row && userOf(row)
    },
    async list() {
      const rows = await connection.all<UserRow>(sql`select * from users order by id${lock}`)
      return rows.map(userOf)
    },
    async hasOwner() {
      const rows = await connection.all(
        sql`select 1 as found from users where role = 'owner' limit 1`,
      )
      return rows.length > 0
    },
  }
}

export function userWrites(connection: Connection): UserWrites {
  return {
    insert: (user) => connection.insertRows('users', userColumns, [rowOf(user)]),
    update: (user) => connection.upsertRows('users', userColumns, ['id'], [rowOf(user)]),
    remove: (id) => connection.run(sql`delete from users where id = ${id}`),
  }
}

function rowOf(user: UserRecord): Row {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    password_hash: user.passwordHash,
    created_at: user.createdAt,
    name: user.name,
    space_ids: user.spaceIds && JSON.stringify(user.spaceIds),
    preferences: JSON.stringify(user.preferences),
  }
}

function userOf(row: UserRow): UserRecord {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    name: row.name ?? '',
    spaceIds: row.space_ids === null ? null : (JSON.parse(row.space_ids) as number[]),
    preferences: {
      ...defaultPreferences,
      ...(JSON.parse(row.preferences ?? '{}') as Partial<Preferences>),
    },
  }
}
