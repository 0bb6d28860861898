import type { Connection } from '../dialect.ts'
import type { AuditFilter, StudioReads } from '../../studio-reads.ts'
import { changeOf } from '../changes.ts'
import { countingRows } from '../counting.ts'
import { join, sql, type Sql } from '../sql.ts'

/** Reads the change log as an audit log. */
export function auditReads(
  connection: Connection,
): Pick<StudioReads, 'auditEntries' | 'firstAuditEntry'> {
  const { dialect } = connection
  return {
    async auditEntries(filter, limit) {
      const rows = await connection.all<object>(
        sql`select * from changes where ${countingRows(dialect, 2)}${condition(filter)} order by seq desc limit ${limit}`,
      )
      return rows.map(changeOf)
    },
    async firstAuditEntry(kind, subjectId) {
      const [row] = await connection.all<object>(
        sql`select * from changes where kind = ${kind} and subject_id = ${subjectId}
          order by seq limit 1`,
      )
      return row && changeOf(row)
    },
  }
}

function condition({ rootId, kind, subjectId, actor, before }: AuditFilter): Sql {
  const parts = [sql`1 = 1`]
  if (rootId !== undefined) parts.push(sql`root_id in (0, ${rootId})`)
  if (kind !== undefined) parts.push(sql`kind = ${kind}`)
  if (subjectId !== undefined) parts.push(sql`subject_id = ${subjectId}`)
  if (actor !== undefined) parts.push(sql`actor = ${actor}`)
  if (before !== undefined) parts.push(sql`seq < ${before}`)
  return join(parts, ' and ')
}
