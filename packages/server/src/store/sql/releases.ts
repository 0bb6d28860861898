import type { Connection } from './dialect.ts'
import type {
  Release,
  ReleaseEntry,
  ReleaseFilter,
  ReleaseOutline,
  ReleaseReads,
  ReleaseWrites,
} from '../releases.ts'
import { bumpPlanVersion } from './derived/previews.ts'
import { recordTable } from './record-table.ts'
import { selectColumn, selectRecords, selectValue } from './rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'

export const releaseTable = recordTable<Release>('releases', ['id'], {
  id: 'integer',
  rootId: 'integer',
  luid: 'text',
  name: 'text',
  actor: 'text',
  createdAt: 'integer',
  dueAt: 'integer',
  publisher: 'text',
  publishedAt: 'integer',
  undoneAt: 'integer',
  archivedAt: 'integer',
  failedAt: 'integer',
  problems: 'object',
})

const entryKey = ['release_id', 'item_id', 'language_id']

const outlineKinds = {
  releaseId: 'integer',
  itemId: 'integer',
  languageId: 'integer',
  action: 'text',
  base: 'integer',
  actor: 'text',
  addedAt: 'integer',
  stamp: 'integer',
} as const

const outlineTable = recordTable<ReleaseOutline>('release_entries', entryKey, outlineKinds)

const outlineColumns = raw(Object.keys(outlineTable.columns).join(', '))

export const releaseEntryTable = recordTable<ReleaseEntry>('release_entries', entryKey, {
  ...outlineKinds,
  copy: 'object',
  previous: 'object',
})

const inState: Record<NonNullable<ReleaseFilter['state']>, Sql> = {
  open: raw('published_at is null and due_at is null'),
  scheduled: raw('published_at is null and due_at is not null and failed_at is null'),
  failed: raw('published_at is null and failed_at is not null'),
  published: raw('published_at is not null'),
}

const pending = raw('due_at is not null and failed_at is null')

export function releaseReads(connection: Connection, isWriting: boolean): ReleaseReads {
  const { dialect } = connection
  const lock = isWriting ? dialect.locks.rows : raw('')

  return {
    find: (rootId, luid) =>
      releaseTable.first(
        connection,
        sql`select * from releases where root_id = ${rootId} and luid = ${luid}${lock}`,
      ),
    byId: (ids) =>
      releaseTable.all(
        connection,
        sql`select * from releases where ${dialect.isOneOf('id', ids)} order by id`,
      ),
    async list({ rootId, isArchived, state }, { limit, offset }) {
      const conditions = [
        sql`root_id = ${rootId}`,
        raw(`archived_at is ${isArchived ? 'not null' : 'null'}`),
        ...(state ? [inState[state]] : []),
      ]
      const from = sql`releases where ${join(conditions, ' and ')}`
      const releases = await releaseTable.all(
        connection,
        sql`select * from ${from} order by case when due_at is null then 1 else 0 end, due_at,
          created_at desc, id desc limit ${limit} offset ${offset}`,
      )
      const count = sql`select count(*) as total from ${from}`
      return { releases, total: (await selectValue<number>(connection, count)) ?? 0 }
    },
    first: () =>
      releaseTable.first(
        connection,
        sql`select * from releases where ${pending} order by due_at, id limit 1`,
      ),
    dueBy: (rootId, time) =>
      releaseTable.all(
        connection,
        sql`select * from releases where ${pending} and root_id = ${rootId} and due_at <= ${time}
          order by due_at, id`,
      ),
    entries: (releaseId, { limit, offset }) =>
      releaseEntryTable.all(
        connection,
        sql`select * from release_entries where release_id = ${releaseId}
          order by item_id, language_id limit ${limit} offset ${offset}`,
      ),
    entriesOf: (releaseId, itemIds) =>
      releaseEntryTable.all(
        connection,
        sql`select * from release_entries
          where release_id = ${releaseId} and ${dialect.isOneOf('item_id', itemIds)}
          order by item_id, language_id`,
      ),
    stamps: (releaseId, itemId) =>
      selectRecords(
        connection,
        sql`select item_id, language_id, action, added_at, stamp from release_entries
          where release_id = ${releaseId}
            ${itemId === undefined ? raw('') : sql`and item_id = ${itemId}`} order by item_id, language_id`,
      ),
    async facts(releaseId) {
      const [row] = await connection.all<{ items: number; entries: number }>(
        sql`select count(distinct item_id) as items, count(*) as entries
          from release_entries where release_id = ${releaseId}`,
      )
      const spaceIds = await selectColumn<number>(
        connection,
        sql`select distinct items.space_id from release_entries
          join items on items.id = release_entries.item_id where release_id = ${releaseId}`,
      )
      return { items: row?.items ?? 0, entries: row?.entries ?? 0, spaceIds }
    },
    ofItems: (itemIds) =>
      releaseEntryTable.all(
        connection,
        sql`select * from release_entries where ${dialect.isOneOf('item_id', itemIds)}
          order by release_id, item_id, language_id`,
      ),
    outlines: (itemIds) =>
      outlineTable.all(
        connection,
        sql`select ${outlineColumns} from release_entries
          where ${dialect.isOneOf('item_id', itemIds)} order by release_id, item_id, language_id`,
      ),
  }
}

export function releaseWrites(connection: Connection): ReleaseWrites {
  const { dialect } = connection
  return {
    async save(release) {
      await releaseTable.upsert(connection, [release])
      await bumpPlanVersion(connection)
    },
    async delete(releaseId) {
      await connection.run(sql`delete from release_entries where release_id = ${releaseId}`)
      await connection.run(sql`delete from releases where id = ${releaseId}`)
      await bumpPlanVersion(connection)
    },
    async saveEntries(entries) {
      await releaseEntryTable.upsert(connection, entries)
      await bumpPlanVersion(connection)
    },
    async removeEntries(releaseId, itemIds, languageId) {
      await connection.run(
        sql`delete from release_entries where release_id = ${releaseId}
          and ${dialect.isOneOf('item_id', itemIds)}
          ${languageId === null ? raw('') : sql`and language_id = ${languageId}`}`,
      )
      await bumpPlanVersion(connection)
    },
    removeLanguages: (rootId, languageIds) =>
      connection.run(
        sql`delete from release_entries where ${dialect.isOneOf('language_id', languageIds)}
          and release_id in (select id from releases where root_id = ${rootId})`,
      ),
  }
}
