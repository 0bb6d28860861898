import type { AccountReads, AccountWrites, FailureRecord, InvitationRecord } from '../accounts.ts'
import type { Connection } from './dialect.ts'
import type { SessionRecord } from '../records.ts'
import { recordTable } from './record-table.ts'
import { selectColumn } from './rows.ts'
import { raw, sql } from './sql.ts'

const sessionTable = recordTable<SessionRecord>('sessions', ['id'], {
  id: 'text',
  userId: 'integer',
  tokenHash: 'text',
  createdAt: 'integer',
  lastSeenAt: 'integer',
  address: 'text',
  agent: 'text',
})

const invitationTable = recordTable<InvitationRecord>('invitations', ['user_id'], {
  userId: 'integer',
  tokenHash: 'text',
  expiresAt: 'integer',
})

const failureTable = recordTable<FailureRecord>('sign_in_failures', ['name'], {
  name: 'text',
  count: 'integer',
  since: 'integer',
})

export function accountReads(connection: Connection): AccountReads {
  return {
    sessionByToken: (tokenHash) =>
      sessionTable.first(connection, sql`select * from sessions where token_hash = ${tokenHash}`),
    sessionsOf: (userId) =>
      sessionTable.all(
        connection,
        sql`select * from sessions where user_id = ${userId} order by last_seen_at desc, id`,
      ),
    async lastSeen() {
      const rows = await connection.all<{ user_id: number; at: number }>(
        sql`select user_id, max(last_seen_at) as at from sessions group by user_id`,
      )
      return new Map(rows.map((row) => [row.user_id, row.at]))
    },
    invitationByToken: (tokenHash) =>
      invitationTable.first(
        connection,
        sql`select * from invitations where token_hash = ${tokenHash}`,
      ),
    invited: async () =>
      new Set(await selectColumn<number>(connection, sql`select user_id from invitations`)),
    failures: (names) =>
      failureTable.all(
        connection,
        sql`select * from sign_in_failures where ${connection.dialect.isOneOf('name', names)}`,
      ),
  }
}

export function accountWrites(connection: Connection): AccountWrites {
  const { dialect } = connection
  return {
    insertSession: (session) => sessionTable.insert(connection, [session]),
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
    saveInvitation: (invitation) => invitationTable.upsert(connection, [invitation]),
    removeInvitation: (userId) =>
      connection.run(sql`delete from invitations where user_id = ${userId}`),
    lockFailures: (name) => dialect.locks.name(connection, `failures ${name}`, 'exclusive'),
    saveFailures: (failures) => failureTable.upsert(connection, failures),
    removeFailures: (names) =>
      connection.run(sql`delete from sign_in_failures where ${dialect.isOneOf('name', names)}`),
    removeFailuresBefore: (time) =>
      connection.run(sql`delete from sign_in_failures where since < ${time}`),
  }
}
