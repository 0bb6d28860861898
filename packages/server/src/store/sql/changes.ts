import type { Columns, Connection, Dialect } from './dialect.ts'
import type { Change, ChangeKind } from '../records.ts'
import type { ChangeReads, ChangeWrites } from '../store.ts'
import { sql } from './sql.ts'

export const changeColumns = {
  seq: 'integer',
  at: 'integer',
  root_id: 'integer',
  kind: 'text',
  subject_id: 'integer',
  model_id: 'integer',
  actor: 'text',
  action: 'text',
  scopes: 'text',
} as const satisfies Columns

export interface ChangeRow {
  seq: number
  at: number
  root_id: number
  kind: ChangeKind
  subject_id: number
  model_id: number | null
  actor: string
  action: string
  scopes: string
}

export function changeReads(connection: Connection): ChangeReads {
  return {
    async after(seq, limit) {
      const rows = await connection.all<ChangeRow>(
        sql`select * from changes where seq > ${seq} order by seq limit ${limit}`,
      )
      return rows.map(changeOf)
    },
    async latest() {
      const [row] = await connection.all<{ seq: number | null }>(
        sql`select max(seq) as seq from changes`,
      )
      return row?.seq ?? 0
    },
  }
}

/** `appended` gets what was added, numbered. */
export function changeWrites(
  connection: Connection,
  dialect: Dialect,
  appended: Change[],
): ChangeWrites {
  return {
    async append(changes) {
      const ids = await dialect.allocateIds(connection, 'change', changes.length)
      const numbered = changes.map((change, index) => ({ ...change, seq: ids[index] ?? 0 }))
      const rows = numbered.map((change) => ({
        seq: change.seq,
        at: change.at,
        root_id: change.rootId,
        kind: change.kind,
        subject_id: change.subjectId,
        model_id: change.modelId,
        actor: change.actor,
        action: change.action,
        scopes: change.scopes.join(' '),
      }))
      await connection.insertRows('changes', changeColumns, rows)
      appended.push(...numbered)
    },
  }
}

export function changeOf(row: ChangeRow): Change {
  return {
    seq: row.seq,
    at: row.at,
    rootId: row.root_id,
    kind: row.kind,
    subjectId: row.subject_id,
    modelId: row.model_id,
    actor: row.actor,
    action: row.action,
    scopes: row.scopes === '' ? [] : row.scopes.split(' ').map(Number),
  }
}
