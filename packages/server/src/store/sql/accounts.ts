import type { AccountReads, AccountWrites, FailureRecord } from '../accounts.ts'
import type { Columns, Connection, Dialect } from './dialect.ts'
import type { SessionRecord } from '../records.ts'
import { raw, sql } from './sql.ts'

const sessionColumns = {
  id: 'text',
  user_id: 'integer',
  token_hash: 'text',
  created_at: 'integer',
  last_seen_at: 'integer',
  address: 'text',
  agent: 'text',
} as const satisfies Columns

const invitationColumns = {
  user_id: 'integer',
  token_hash: 'text',
  expires_at: 'integer',
} as const satisfies Columns

const failureColumns = {
  name: 'text',
  count: 'integer',
  since: 'integer',
} as const satisfies Columns

interface SessionRow {
  id: string
  user_id: number
  token_hash: string
  created_at: number
  last_seen_at: number
  address: string
  agent: string
}

export function accountReads(connection: Connection, dialect: Dialect): AccountReads {
  return {
    async sessionByToken(tokenHash) {
      const [row] = await connection.all<SessionRow>(
        sql`select * from sessions where token_hash = ${tokenHash}`,
      )
      return row && sessionOf(row)
    },
    async sessionsOf(userId) {
      const rows = await connection.all<SessionRow>(
        sql`select * from sessions where user_id = ${userId} order by last_seen_at desc, id`,
      )
      return rows.map(sessionOf)
    },
    async lastSeen() {
      const rows = await connection.all<{ user_id: number; at: number }>(
        sql`select user_id, max(last_seen_at) as at from sessions group by user_id`,
      )
      return new Map(rows.map((row) => [row.user_id, row.at]))
    },
    async invitationByToken(tokenHash) {
      const [row] = await connection.all<{ user_id: number; expires_at: number }>(
        sql`select user_id, expires_at from invitations where token_hash = ${tokenHash}`,
      )
      return row && { userId: row.user_id, tokenHash, expiresAt: row.expires_at }
    },
    async invited() {
      const rows = await connection.all<{ user_id: number }>(sql`select user_id from invitations`)
      return new Set(rows.map((row) => row.user_id))
    },
    failures: (names) =>
      connection.all<FailureRecord>(
        sql`select name, count, since from sign_in_failures
          where ${dialect.isOneOfTexts('name', names)}`,
      ),
  }
}

export function accountWrites(connection: Connection, dialect: Dialect): AccountWrites {
  return {
    insertSession: (session) =>
      connection.insertRows('sessions', sessionColumns, [
        {
          id: session.id,
          user_id: session.userId,
          token_hash: session.tokenHash,
          created_at: session.createdAt,
          last_seen_at: session.lastSeenAt,
          address: session.address,
          agent: session.agent,
        },
      ]),
    touchSession: (id, at) =>
      connection.run(sql`update sessions set last_seen_at = ${at} where id = ${id}`),
    removeSessions(userId, { only, except }) {
      const one = only === undefined ? raw('') : sql` and id = ${only}`
      const others = except === undefined ? raw('') : sql` and id <> ${except}`
      return connection.run(sql`delete from sessions where user_id = ${userId}${one}${others}`)
    },
    removeSessionsBefore: ({ seen, created }) =>
      connection.run(
        sql`delete from sessions where last_seen_at < ${seen} or created_at < ${created}`,
      ),
    saveInvitation: ({ userId, tokenHash, expiresAt }) =>
      connection.upsertRows(
        'invitations',
        invitationColumns,
        ['user_id'],
        [{ user_id: userId, token_hash: tokenHash, expires_at: expiresAt }],
      ),
    removeInvitation: (userId) =>
      connection.run(sql`delete from invitations where user_id = ${userId}`),
    lockFailures: (name) => dialect.lock(connection, `failures ${name}`, 'exclusive'),
    saveFailures: (failures) =>
      connection.upsertRows(
        'sign_in_failures',
        failureColumns,
        ['name'],
        failures.map(({ name, count, since }) => ({ name, count, since })),
      ),
    removeFailures: (names) =>
      connection.run(
        sql`delete from sign_in_failures where ${dialect.isOneOfTexts('name', names)}`,
      ),
    removeFailuresBefore: (time) =>
      connection.run(sql`delete from sign_in_failures where since < ${time}`),
  }
}

function sessionOf(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    userId: row.user_id,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    agent: row.agent,
  }
}
