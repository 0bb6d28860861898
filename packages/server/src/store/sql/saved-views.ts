import type { ViewReads, ViewRecord, ViewWrites } from '../saved-views.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

export const viewTable = recordTable<ViewRecord>('saved_views', ['id'], {
  id: 'text',
  rootId: 'integer',
  userId: 'integer',
  isShared: 'flag',
  name: 'text',
  search: 'object',
  createdAt: 'integer',
})

export function viewReads(connection: Connection): ViewReads {
  return {
    list: (rootId, userId) =>
      viewTable.all(
        connection,
        sql`select * from saved_views
          where root_id = ${rootId} and (is_shared = 1 or user_id = ${userId})
          order by created_at, id`,
      ),
  }
}

export function viewWrites(connection: Connection): ViewWrites {
  return {
    save: (view) => viewTable.upsert(connection, [view]),
    remove: (id) => connection.run(sql`delete from saved_views where id = ${id}`),
    removeOwn: (userId) =>
      connection.run(sql`delete from saved_views where user_id = ${userId} and is_shared = 0`),
  }
}
