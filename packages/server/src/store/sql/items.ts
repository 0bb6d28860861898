import type { StoredValues } from '../../fields/field-type.ts'
import { storedText } from '../../fields/stored-text.ts'
import { createPace } from '../../scheduling/turns.ts'
import type { Columns, Connection, Dialect, Row } from './dialect.ts'
import type { Item, ItemLanguage, StageData } from '../records.ts'
import type { ItemFilter, ItemReads, ItemWrites } from '../items.ts'
import { removeDerived } from './derived/derived.ts'
import { recordTable } from './record-table.ts'
import { tablesOfRevisions } from './revisions.ts'
import { selectColumn, selectRecords, selectValue } from './rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'
import { settleAll } from '../settle-all.ts'

export const itemTable = recordTable<Omit<Item, 'languages'>>('items', ['id'], {
  id: 'integer',
  rootId: 'integer',
  spaceId: 'integer',
  modelId: 'integer',
  createdAt: 'integer',
  archivedAt: 'integer',
  deletedAt: 'integer',
})

export const itemLanguageColumns = {
  item_id: 'integer',
  language_id: 'integer',
  draft: 'text',
  draft_updated_at: 'integer',
  published: 'text',
  published_updated_at: 'integer',
  published_at: 'integer',
  last_published_at: 'integer',
} as const satisfies Columns

interface ItemLanguageRow {
  item_id: number
  language_id: number
  draft: string | null
  draft_updated_at: number | null
  published: string | null
  published_updated_at: number | null
  published_at: number | null
  last_published_at: number | null
}

/** An item with the length of its values, which is known without reading them. */
const itemColumns = raw(`items.*, (select sum(coalesce(octet_length(draft), 0)
  + coalesce(octet_length(published), 0)) from item_languages where item_id = items.id) as bytes`)

/** Bytes of values that one statement returns, unless a single item has more. */
const bytesPerStatement = 256 * 1024

/** What of the values is returned. */
type Kept = (values: StoredValues) => StoredValues

const everything: Kept = (values) => values

export function itemReads(connection: Connection, isWriting: boolean): ItemReads {
  const { dialect } = connection
  const lock = isWriting ? dialect.locks.rows : raw('')

  /** Reads and parses long values in several turns: the embedded database never yields. */
  async function load(query: Sql, kept = everything): Promise<Item[]> {
    const rows = await connection.all<Row>(query)
    const items = itemsOf(rows)
    const pace = createPace()
    for (const ids of idsBySize(rows)) {
      for (const row of await languagesOf(ids)) {
        items.get(row.item_id)?.languages.set(row.language_id, languageOf(row, kept))
        const pause = pace.after((row.draft?.length ?? 0) + (row.published?.length ?? 0))
        if (pause) await pause
      }
    }
    return [...items.values()]
  }

  /** The same for a single item, whose values are read together in any case. */
  async function loadOne(ids: readonly number[]): Promise<Item[]> {
    const [rows, languages] = await settleAll(connection.all<Row>(named(ids)), languagesOf(ids))
    const items = itemsOf(rows)
    for (const row of languages) {
      items.get(row.item_id)?.languages.set(row.language_id, languageOf(row, everything))
    }
    return [...items.values()]
  }

  const languagesOf = (ids: readonly number[]): Promise<ItemLanguageRow[]> =>
    connection.all(
      sql`select * from item_languages where ${dialect.isOneOf('item_id', ids)}
        order by item_id, language_id`,
    )

  // In order of id, so that two transactions that lock several items never deadlock.
  const named = (ids: readonly number[]): Sql =>
    sql`select ${itemColumns} from items where ${dialect.isOneOf('id', ids)} order by id${lock}`

  return {
    load: (ids) => (ids.length === 1 ? loadOne(ids) : load(named(ids))),
    outline: (ids, fieldIds) =>
      load(named(ids), (values) =>
        Object.fromEntries(Object.entries(values).filter(([id]) => fieldIds.has(Number(id)))),
      ),
    after: (filter, afterId, limit) =>
      load(sql`select ${itemColumns} from items where ${condition(filter, dialect)} and id > ${afterId}
        order by id limit ${limit}${lock}`),
    count: async (filter) =>
      (await selectValue<number>(
        connection,
        sql`select count(*) as count from items where ${condition(filter, dialect)}`,
      )) ?? 0,
    identify: (ids) =>
      selectRecords(
        connection,
        sql`select id, root_id, model_id, space_id from items
          where ${dialect.isOneOf('id', ids)} and deleted_at is null`,
      ),
    async models(ids) {
      const rows = await connection.all<{ id: number; model_id: number }>(
        sql`select id, model_id from items where ${dialect.isOneOf('id', ids)}`,
      )
      return new Map(rows.map((row) => [row.id, row.model_id]))
    },
    trashedBefore: (time, limit) =>
      selectColumn(
        connection,
        sql`select id from items where deleted_at < ${time} order by deleted_at, id limit ${limit}`,
      ),
  }
}

export function itemWrites(connection: Connection): ItemWrites {
  const { dialect } = connection
  async function insertLanguages(items: readonly Item[]): Promise<void> {
    await connection.insertRows('item_languages', itemLanguageColumns, items.flatMap(languageRows))
  }

  return {
    async insert(items) {
      await settleAll(itemTable.insert(connection, items), insertLanguages(items))
    },
    async update(items) {
      const ids = items.map((item) => item.id)
      await settleAll(
        itemTable.upsert(connection, items),
        connection.run(sql`delete from item_languages where ${dialect.isOneOf('item_id', ids)}`),
        insertLanguages(items),
      )
    },
    async remove(ids) {
      await removeDerived(connection, ids)
      const plans = ['schedules', 'release_entries', 'reviews', 'undo_states', 'presences']
      for (const table of ['item_languages', ...plans, ...tablesOfRevisions]) {
        await connection.run(
          sql`delete from ${raw(table)} where ${dialect.isOneOf('item_id', ids)}`,
        )
      }
      await connection.run(sql`delete from items where ${dialect.isOneOf('id', ids)}`)
    },
  }
}

function itemsOf(rows: readonly Row[]): Map<number, Item> {
  return new Map(
    rows.map((row) => {
      const item = { ...itemTable.recordOf(row), languages: new Map<number, ItemLanguage>() }
      return [item.id, item]
    }),
  )
}

function condition(filter: ItemFilter, dialect: Dialect): Sql {
  const parts = [sql`root_id = ${filter.rootId}`]
  if (filter.modelIds) parts.push(dialect.isOneOf('model_id', filter.modelIds))
  if (filter.spaceIds) parts.push(dialect.isOneOf('space_id', filter.spaceIds))
  if (filter.languageIds) {
    const isLanguage = dialect.isOneOf('language_id', filter.languageIds)
    parts.push(
      sql`exists (select 1 from item_languages where item_id = items.id and ${isLanguage})`,
    )
  }
  if (filter.trash === 'without') parts.push(sql`deleted_at is null`)
  if (filter.trash === 'only') parts.push(sql`deleted_at is not null`)
  return join(parts, ' and ')
}

/** Groups of items whose values fit into a statement. */
function idsBySize(rows: readonly Row[]): number[][] {
  const groups: number[][] = []
  let left = -1
  for (const { id, bytes } of rows) {
    left -= Number(bytes)
    if (left >= 0) groups.at(-1)?.push(Number(id))
    else {
      groups.push([Number(id)])
      left = bytesPerStatement - Number(bytes)
    }
  }
  return groups
}

function languageOf(row: ItemLanguageRow, kept: Kept): ItemLanguage {
  return {
    draft: stageOf(row.draft, row.draft_updated_at, kept),
    published: stageOf(row.published, row.published_updated_at, kept),
    publishedAt: row.published_at,
    lastPublishedAt: row.last_published_at,
  }
}

function stageOf(values: string | null, updatedAt: number | null, kept: Kept): StageData | null {
  if (values === null || updatedAt === null) return null
  return { values: kept(JSON.parse(values) as StoredValues), updatedAt }
}

function languageRows(item: Item): Row[] {
  return Array.from(item.languages, ([languageId, language]) => ({
    item_id: item.id,
    language_id: languageId,
    draft: valuesText(language.draft),
    draft_updated_at: language.draft?.updatedAt ?? null,
    published: valuesText(language.published),
    published_updated_at: language.published?.updatedAt ?? null,
    published_at: language.publishedAt,
    last_published_at: language.lastPublishedAt,
  }))
}

function valuesText(stage: StageData | null): string | null {
  return stage && storedText(stage.values)
}
