import type { Connection } from './dialect.ts'
import { defaultPreferences, type UserRecord } from '../records.ts'
import type { UserReads, UserWrites } from '../accounts.ts'
import { recordTable } from './record-table.ts'
import { raw, sql } from './sql.ts'

export const userTable = recordTable<UserRecord>('users', ['id'], {
  id: 'integer',
  email: 'text',
  role: 'text',
  passwordHash: 'text',
  createdAt: 'integer',
  name: 'text',
  spaceIds: 'object',
  preferences: 'object',
})

export function userReads(connection: Connection, isWriting: boolean): UserReads {
  const lock = isWriting ? connection.dialect.locks.rows : raw('')
  return {
    async byEmail(email) {
      const user = await userTable.first(
        connection,
        sql`select * from users where email = ${email}`,
      )
      return user && completed(user)
    },
    async load(id) {
      const user = await userTable.first(
        connection,
        sql`select * from users where id = ${id}${lock}`,
      )
      return user && completed(user)
    },
    async loadAll(ids) {
      const isChosen = connection.dialect.isOneOf('id', ids)
      const users = await userTable.all(
        connection,
        sql`select * from users where ${isChosen} order by id${lock}`,
      )
      return users.map(completed)
    },
    async list() {
      const users = await userTable.all(connection, sql`select * from users order by id${lock}`)
      return users.map(completed)
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
    insert: (user) => userTable.insert(connection, [user]),
    update: (user) => userTable.upsert(connection, [user]),
    remove: (id) => connection.run(sql`delete from users where id = ${id}`),
  }
}

/** Accounts of older versions have neither name nor preferences. */
function completed(user: UserRecord): UserRecord {
  const { name, preferences } = user as Partial<UserRecord>
  return { ...user, name: name ?? '', preferences: { ...defaultPreferences, ...preferences } }
}
