import type { Connection, Row } from './dialect.ts'
import { idKinds, type IdKind, type TableReads, type TableRow, type TableWrites } from '../store.ts'
import { changeTable } from './changes.ts'
import { tablesOfItems } from './derived/rows.ts'
import { bumpEverything } from '../versions/generations.ts'
import { itemLanguageColumns, itemTable } from './items.ts'
import { keyTable } from './keys.ts'
import { mediaAltTable, mediaTable, mediaTagTable } from './media.ts'
import { releaseEntryTable, releaseTable } from './releases.ts'
import { scheduleTable } from './schedules.ts'
import { addMediaTexts } from '../search/media-texts.ts'
import type { Table } from './record-table.ts'
import { selectValue } from './rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'
import { rootTable } from './roots.ts'
import { reviewTable } from './reviews.ts'
import { retiredFieldTable, revisionHeadTable, revisionTable } from './revisions.ts'
import { userTable } from './users.ts'
import { viewTable } from './saved-views.ts'
import { webhookSource } from './webhooks/hooks.ts'

/** The sources of truth. All other tables are derived from these. */
const sources: readonly Table[] = [
  rootTable,
  userTable,
  keyTable,
  mediaTable,
  mediaAltTable,
  mediaTagTable,
  itemTable,
  { name: 'item_languages', columns: itemLanguageColumns, key: ['item_id', 'language_id'] },
  scheduleTable,
  releaseTable,
  releaseEntryTable,
  reviewTable,
  revisionHeadTable,
  revisionTable,
  retiredFieldTable,
  changeTable,
  webhookSource,
  viewTable,
]
const sourceNames = sources.map(({ name }) => name)

/** Counts come last, because they depend on the entries. */
const derivedTables = [
  ...tablesOfItems,
  'documents',
  'document_texts',
  'media_texts',
  'media_previews',
  'search_grams',
  'entry_counts',
  'previews',
  'preview_items',
]
/** Data that belongs to the replaced accounts and keys. */
const transientTables = [
  'idempotency_replies',
  'sessions',
  'invitations',
  'sign_in_failures',
  'management_tokens',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'deploys',
  'undo_states',
  'presences',
]

const scanSize = 500

export function tableReads(connection: Connection): TableReads {
  return {
    names: sourceNames,
    async *scan(table) {
      const { columns, key, backedUp = (row: Row) => row } = tableNamed(table)
      const names = raw(Object.keys(columns).join(', '))
      const order = raw(key.join(', '))
      let condition = sql`1 = 1`
      for (;;) {
        const rows = await connection.all<TableRow>(
          sql`select ${names} from ${raw(table)} where ${condition} order by ${order} limit ${scanSize}`,
        )
        const last = rows.at(-1)
        if (!last) return
        yield rows.map((row) => backedUp({ ...row }))
        condition = isAfter(key, last)
      }
    },
    async counters() {
      const highest: Partial<Record<IdKind, number>> = {}
      for (const kind of idKinds)
        highest[kind] = await connection.dialect.ids.highest(connection, kind)
      return highest as Record<IdKind, number>
    },
  }
}

export function tableWrites(connection: Connection): TableWrites {
  return {
    async insertRows(table, rows) {
      await connection.insertRows(table, tableNamed(table).columns, rows)
      await addMediaTexts(connection, table, rows)
    },
    async isEmpty() {
      const found = await selectValue<number>(
        connection,
        sql`select (select count(*) from (select 1 from items limit 1) i)
          + (select count(*) from (select 1 from media limit 1) m)
          + (select count(*) from (select 1 from users limit 1) u)
          + (select count(*) from (select 1 from keys limit 1) k)
          + (select count(*) from (select 1 from roots where version > 1 limit 1) r) as found`,
      )
      return found === 0
    },
    async hasContent() {
      const { dialect } = connection
      const items = await dialect.ids.highest(connection, 'content')
      return items + (await dialect.ids.highest(connection, 'media')) > 0
    },
    async clear() {
      for (const table of [...sourceNames, ...derivedTables, ...transientTables]) {
        await connection.run(sql`delete from ${raw(table)}`)
      }
      // Versions only grow: a running server must not mistake a new state for a cached one.
      await bumpEverything(connection)
    },
  }
}

function tableNamed(name: string): Table {
  const table = sources.find((one) => one.name === name)
  if (!table) throw new Error(`there is no table named ${name}`)
  return table
}

function isAfter(key: readonly string[], row: TableRow): Sql {
  const columns = raw(`(${key.join(', ')})`)
  const values = join(
    key.map((name) => sql`${row[name] ?? null}`),
    ', ',
  )
  return sql`${columns} > (${values})`
}
