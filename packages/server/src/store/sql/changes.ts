import type { Connection } from './dialect.ts'
import type { Change } from '../records.ts'
import type { ChangeReads, ChangeWrites } from '../store.ts'
import { recordTable } from './record-table.ts'
import { selectValue } from './rows.ts'
import { sql } from './sql.ts'

/** Scopes are stored as one text, separated by spaces. */
type StoredChange = Omit<Change, 'scopes'> & { scopes: string }

export const changeTable = recordTable<StoredChange>('changes', ['seq'], {
  seq: 'integer',
  at: 'integer',
  rootId: 'integer',
  kind: 'text',
  subjectId: 'integer',
  modelId: 'integer',
  actor: 'text',
  action: 'text',
  scopes: 'text',
})

export function changeReads(connection: Connection): ChangeReads {
  return {
    async after(seq, limit) {
      const rows = await connection.all<object>(
        sql`select * from changes where seq > ${seq} order by seq limit ${limit}`,
      )
      return rows.map(changeOf)
    },
    latest: async () =>
      (await selectValue<number>(connection, sql`select max(seq) as seq from changes`)) ?? 0,
  }
}

/** `appended` receives the added changes with their numbers. */
export function changeWrites(connection: Connection, appended: Change[]): ChangeWrites {
  return {
    async append(changes) {
      const ids = await connection.dialect.allocateIds(connection, 'change', changes.length)
      const numbered = changes.map((change, index) => ({ ...change, seq: ids[index] ?? 0 }))
      await changeTable.insert(
        connection,
        numbered.map((change) => ({ ...change, scopes: change.scopes.join(' ') })),
      )
      appended.push(...numbered)
    },
  }
}

export function changeOf(row: object): Change {
  const { scopes, ...change } = changeTable.recordOf(row)
  return { ...change, scopes: scopes === '' ? [] : scopes.split(' ').map(Number) }
}
