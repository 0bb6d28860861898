import type { Connection } from './dialect.ts'
import { idKinds, type IdKind, type TableReads, type TableRow, type TableWrites } from '../store.ts'
import { changeTable } from './changes.ts'
import { tablesOfItems } from './derived/rows.ts'
import { bumpEverything } from '../versions/generations.ts'
import { itemLanguageColumns, itemTable } from './items.ts'
import { keyTable } from './keys.ts'
import { mediaAltTable, mediaTable } from './media.ts'
import { addMediaTexts } from '../search/media-texts.ts'
import type { Table } from './record-table.ts'
import { selectValue } from './rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'
import { rootTable } from './roots.ts'
import { userTable } from './users.ts'

/** The sources of truth. What is not here is derived from what is. */
const sources: readonly Table[] = [
  rootTable,
  userTable,
  keyTable,
  mediaTable,
  mediaAltTable,
  itemTable,
  { name: 'item_languages', columns: itemLanguageColumns, key: ['item_id', 'language_id'] },
  changeTable,
]
const sourceNames = sources.map(({ name }) => name)

/** The counts last: they follow the entries. */
const derivedTables = [
  ...tablesOfItems,
  'documents',
  'document_texts',
  'media_texts',
  'search_grams',
  'entry_counts',
]
/** What holds only for the accounts and keys that were there. */
const passingTables = ['kept_replies', 'sessions', 'invitations', 'sign_in_failures']

const scanSize = 500

export function tableReads(connection: Connection): TableReads {
  return {
    names: sourceNames,
    async *scan(table) {
      const { columns, key } = tableNamed(table)
      const names = raw(Object.keys(columns).join(', '))
      const order = raw(key.join(', '))
      let condition = sql`1 = 1`
      for (;;) {
        const rows = await connection.all<TableRow>(
          sql`select ${names} from ${raw(table)} where ${condition} order by ${order} limit ${scanSize}`,
        )
        const last = rows.at(-1)
        if (!last) return
        yield rows.map((row) => ({ ...row }))
        condition = isAfter(key, last)
      }
    },
    async counters() {
      const highest: Partial<Record<IdKind, number>> = {}
      for (const kind of idKinds)
        highest[kind] = await connection.dialect.highestId(connection, kind)
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
    async clear() {
      for (const table of [...sourceNames, ...derivedTables, ...passingTables]) {
        await connection.run(sql`delete from ${raw(table)}`)
      }
      // These only ever grow: a server that runs must not take a new state for one that it knows.
      await bumpEverything(connection)
    },
  }
}

function tableNamed(name: string): Table {
  const table = sources.find((one) => one.name === name)
  if (!table) throw new Error(`there is no table ${name}`)
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
