import type { Columns, Connection } from '../dialect.ts'
import type { Role, UserRecord } from '../records.ts'
import type { UserReads, UserWrites } from '../store.ts'
import { sql } from './sql.ts'

export const userColumns = {
  id: 'integer',
  email: 'text',
  role: 'text',
  password_hash: 'text',
  created_at: 'integer',
} as const satisfies Columns

interface UserRow {
  id: number
  email: string
  role: Role
  password_hash: string
  created_at: number
}

export function userReads(connection: Connection): UserReads {
  return {
    async byEmail(email) {
      const [row] = await connection.all<UserRow>(sql`select * from users where email = ${email}`)
      return row && userOf(row)
    },
    async list() {
      const rows = await connection.all<UserRow>(sql`select * from users order by id`)
      return rows.map(userOf)
    },
  }
}

export function userWrites(connection: Connection): UserWrites {
  return {
    insert: (user) =>
      connection.insertRows('users', userColumns, [
        {
          id: user.id,
          email: user.email,
          role: user.role,
          password_hash: user.passwordHash,
          created_at: user.createdAt,
        },
      ]),
  }
}

function userOf(row: UserRow): UserRecord {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
  }
}
