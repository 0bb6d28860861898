import type { Connection } from './dialect.ts'
import type {
  Schedule,
  ScheduleFilter,
  ScheduleOutline,
  ScheduleReads,
  ScheduleWrites,
} from '../schedules.ts'
import { bumpPlanVersion } from './derived/previews.ts'
import { recordTable } from './record-table.ts'
import { selectColumn, selectRecords, selectValue } from './rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'

const key = ['item_id', 'language_id', 'action']

const outlineKinds = {
  itemId: 'integer',
  languageId: 'integer',
  action: 'text',
  rootId: 'integer',
  dueAt: 'integer',
  actor: 'text',
  createdAt: 'integer',
  failedAt: 'integer',
  problems: 'object',
} as const

const outlineTable = recordTable<ScheduleOutline>('schedules', key, outlineKinds)

export const scheduleTable = recordTable<Schedule>('schedules', key, {
  ...outlineKinds,
  copy: 'object',
})

const outlineColumns = raw(
  Object.keys(outlineTable.columns)
    .map((column) => `schedules.${column}`)
    .join(', '),
)

export function scheduleReads(connection: Connection, isWriting: boolean): ScheduleReads {
  const { dialect } = connection
  const lock = isWriting ? dialect.locks.rows : raw('')

  function source({ rootId, spaceIds, from, to, isFailed }: ScheduleFilter): Sql {
    const parts = [sql`schedules.root_id = ${rootId}`, raw('items.deleted_at is null')]
    if (spaceIds) parts.push(dialect.isOneOf('items.space_id', spaceIds))
    if (from !== undefined) parts.push(sql`due_at >= ${from}`)
    if (to !== undefined) parts.push(sql`due_at < ${to}`)
    if (isFailed !== undefined) parts.push(raw(`failed_at is ${isFailed ? 'not null' : 'null'}`))
    return sql`schedules join items on items.id = schedules.item_id where ${join(parts, ' and ')}`
  }

  return {
    ofItems: (itemIds) =>
      scheduleTable.all(
        connection,
        sql`select * from schedules where ${dialect.isOneOf('item_id', itemIds)}
          order by item_id, language_id, due_at, action${lock}`,
      ),
    outlines: (itemIds) =>
      outlineTable.all(
        connection,
        sql`select ${outlineColumns} from schedules where ${dialect.isOneOf('item_id', itemIds)}
          order by item_id, language_id, due_at, action`,
      ),
    first: () =>
      scheduleTable.all(
        connection,
        sql`select schedules.* from schedules join (
            select item_id, action, due_at from schedules where failed_at is null
            order by due_at, item_id, action limit 1) next
          on schedules.item_id = next.item_id and schedules.action = next.action
            and schedules.due_at = next.due_at
          where failed_at is null order by language_id`,
      ),
    dueBy: (rootId, until, limit) =>
      selectRecords(
        connection,
        sql`select item_id, language_id, action, due_at, created_at from schedules
          where root_id = ${rootId} and due_at <= ${until} and failed_at is null
          order by due_at, item_id, action, language_id limit ${limit}`,
      ),
    list: (filter, { limit, offset }) =>
      outlineTable.all(
        connection,
        sql`select ${outlineColumns} from ${source(filter)}
          order by due_at, item_id, language_id, action limit ${limit} offset ${offset}`,
      ),
    count: async (filter) =>
      (await selectValue<number>(
        connection,
        sql`select count(*) as total from ${source(filter)}`,
      )) ?? 0,
    itemIds: (filter, limit) =>
      selectColumn(
        connection,
        sql`select item_id from ${source(filter)} group by item_id order by min(due_at), item_id
          limit ${limit}`,
      ),
    databaseTime: () =>
      dialect.clock ? selectValue(connection, sql`select ${dialect.clock} as now`) : noDatabaseTime,
  }
}

const noDatabaseTime = Promise.resolve(undefined)

export function scheduleWrites(connection: Connection): ScheduleWrites {
  const { dialect } = connection
  return {
    async save(schedules) {
      await scheduleTable.upsert(connection, schedules)
      if (schedules.length > 0) await bumpPlanVersion(connection)
    },
    async remove(keys) {
      if (keys.length > 0) await bumpPlanVersion(connection)
      for (const { itemId, languageId, action } of keys) {
        await connection.run(
          sql`delete from schedules
            where item_id = ${itemId} and language_id = ${languageId} and action = ${action}`,
        )
      }
    },
    removeLanguages: (rootId, languageIds) =>
      connection.run(
        sql`delete from schedules
          where root_id = ${rootId} and ${dialect.isOneOf('language_id', languageIds)}`,
      ),
  }
}
