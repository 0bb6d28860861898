import { views as allViews } from '@octavo/schema/field-types.ts'
import { scopeOf, viewBits } from '@octavo/schema/schema.ts'
import type { Columns, Connection, Row } from '../dialect.ts'
import type { Claim, Item } from '../../records.ts'
import type { DerivedChange, DerivedWrites, ScopeChange, StoredEntry } from '../../derived.ts'
import { saveInactiveTexts } from '../studio/inactive.ts'
import { updateAbsences } from './absences.ts'
import { orphanIds } from './checks.ts'
import { compare, entryName, entryNameColumn, type Difference } from './difference.ts'
import { storedClaims, storedEntries } from './reads.ts'
import {
  claimTable,
  documentColumns,
  documentRow,
  entriesByScope,
  entryColumns,
  entryKey,
  entryRow,
  indexKeyColumns,
  indexKeyRows,
  searchable,
  tablesOfItems,
  type NewEntry,
} from './rows.ts'
import { documentTextColumns, documentTextRows } from '../../search/document-texts.ts'
import { bumpEverything, bumpGenerations, bumpLogged } from '../../versions/generations.ts'
import { literal, raw, sql, type Sql } from '../sql.ts'
import { settleAll } from '../../settle-all.ts'
import { clearPreviews, previewedIds } from './previews.ts'
import { removeDocuments } from './remove-documents.ts'
import { saveUses, storedUses } from './uses.ts'

export function derivedWrites(connection: Connection): DerivedWrites {
  async function save(
    changes: readonly DerivedChange[],
    { isNew }: { isNew: boolean },
  ): Promise<Map<number, ScopeChange[]>> {
    const ids = changes.map((change) => change.item.id)
    if (!isNew) await countEntries(connection, ids, -1)
    const [previewed, entries, claims, uses] = isNew
      ? [[], [], [], []]
      : await settleAll(
          previewedIds(connection, ids),
          storedEntries(connection, ids),
          storedClaims(connection, ids),
          storedUses(connection, ids),
        )
    if (previewed.length > 0) await clearPreviews(connection, previewed)
    const difference = compare(changes, entries, claims)
    const documentIds = await connection.dialect.ids.allocate(
      connection,
      'document',
      difference.newDocuments.length,
    )
    difference.newDocuments.forEach((document, index) => (document.id = documentIds[index] ?? 0))
    const { touched } = difference
    if (!isNew) await removeStale(connection, difference)
    await settleAll(
      insertNew(connection, difference),
      saveUses(connection, changes, uses),
      saveInactiveTexts(connection, changes, isNew ? [] : withoutEntries(ids, entries)),
      bumpLogged(connection, itemsTouched(changes, touched)),
    )
    if (isNew) await countNewEntries(connection, difference.entries)
    else await countEntries(connection, ids, 1)
    return touched
  }

  return {
    save,
    async replace(changes) {
      await removeDerived(
        connection,
        changes.map((change) => change.item.id),
      )
      const claims = changes.flatMap((change) => change.derived.claims)
      // A damaged row may hold a claim of another item.
      for (const claim of claims)
        await connection.run(sql`delete from claims where ${isClaim(claim)}`)
      // Also for items that are no longer visible, which `save` treats as unchanged.
      await bumpGenerations(connection, modelsOf(changes.map((change) => change.item)))
      return save(changes, { isNew: true })
    },
    updateAbsences: (change, afterId) => updateAbsences(connection, change, afterId),
    async removeOrphans() {
      const { itemIds, documentIds } = await orphanIds(connection)
      await removeDerived(connection, itemIds)
      await removeDocuments(connection, documentIds)
      await bumpEverything(connection)
      return itemIds.length + documentIds.length
    },
    startMany: () => connection.dialect.search.startMany(connection),
    endMany: (itemCount) => connection.dialect.search.endMany(connection, itemCount),
    freeClaims: (itemIds) =>
      connection.run(
        sql`delete from claims where ${connection.dialect.isOneOf('item_id', itemIds)}`,
      ),
    async recount() {
      await connection.run(sql`delete from entry_counts where scope >= 0`)
      await addToCounts(connection, raw('true'), 1)
      await bumpEverything(connection)
    },
  }
}

function withoutEntries(itemIds: readonly number[], entries: readonly StoredEntry[]): number[] {
  const shown = new Set(entries.map(({ itemId }) => itemId))
  return itemIds.filter((id) => !shown.has(id))
}

async function removeStale(connection: Connection, difference: Difference): Promise<void> {
  await deletePairs(connection, 'entries', entryNameColumn, difference.staleEntries)
  await deletePairs(connection, 'index_keys', 'language_id', difference.staleIndexKeys)
  await removeDocuments(connection, difference.oldDocumentIds)
  for (const claim of difference.oldClaims) {
    await connection.run(sql`delete from claims where ${isClaim(claim)}`)
  }
}

function isClaim(claim: Claim): Sql {
  return sql`space_id = ${claim.spaceId} and field_id = ${claim.fieldId}
    and language_id = ${claim.languageId} and value = ${claim.value}`
}

async function insertNew(connection: Connection, difference: Difference): Promise<void> {
  const { newDocuments, entries, reindexed, newClaims } = difference
  const insert = (table: string, columns: Columns, rows: Row[]): Promise<void> =>
    connection.insertRows(table, columns, rows)
  await settleAll(
    insert('documents', documentColumns, newDocuments.map(documentRow)),
    // Replaces a row in one step, so that counts that do not change are not locked.
    connection.insertRows('entries', entryColumns, entries.map(entryRow), entryKey),
    insert('index_keys', indexKeyColumns, reindexed.flatMap(indexKeyRows)),
    insert(
      'document_texts',
      documentTextColumns,
      newDocuments.flatMap(({ id, document }) => documentTextRows(id, document)),
    ),
    claimTable.insert(connection, newClaims),
    // Last: its statement is sent only after the grams are computed, for long texts in later turns.
    ...(newDocuments.length > 0
      ? [connection.dialect.search.add(connection, newDocuments.map(searchable))]
      : []),
  )
}

const insertCounts = raw(
  'insert into entry_counts (scope, model_id, space_id, language_mask, shard, value)',
)
/** Adds instead of setting the value, because of concurrent writers. */
const orAdd = raw(`on conflict (scope, model_id, space_id, language_mask, shard)
  do update set value = entry_counts.value + excluded.value`)

/** Adds the current entries of these items to the counts, or subtracts them. */
async function countEntries(
  connection: Connection,
  itemIds: readonly number[],
  change: 1 | -1,
): Promise<void> {
  const { dialect } = connection
  if (dialect.counts.hasTriggers) return
  await addToCounts(connection, dialect.isOneOf('item_id', itemIds), change)
}

/** The same for items without earlier entries, which avoids reading them. */
async function countNewEntries(
  connection: Connection,
  entries: readonly NewEntry[],
): Promise<void> {
  if (connection.dialect.counts.hasTriggers) return
  const kinds = Map.groupBy(
    entries,
    ({ item, entry, views }) =>
      `${entryName(entry.languageId, views)} ${item.modelId} ${item.spaceId} ${entry.languageMask}`,
  )
  for (const kind of kinds.values()) {
    const [{ item, entry, views }] = kind as [NewEntry]
    const { modelId, spaceId } = item
    // One row per statement: SQLite copies changed pages for a statement that may fail in between.
    for (const view of allViews.filter((one) => (views & viewBits[one]) !== 0)) {
      const scope = scopeOf(entry.languageId, view)
      await connection.run(
        sql`${insertCounts} values (${scope}, ${modelId}, ${spaceId}, ${entry.languageMask}, 0, ${kind.length}) ${orAdd}`,
      )
    }
  }
}

function addToCounts(connection: Connection, which: Sql, change: 1 | -1): Promise<void> {
  const counted = sql`select scope, model_id, space_id, language_mask, 0, count(*) * ${literal(change)}
    from ${entriesByScope} where ${which} group by scope, model_id, space_id, language_mask`
  return connection.run(sql`${insertCounts} ${counted} ${orAdd}`)
}

/** Deletes everything that was derived from these items. */
export async function removeDerived(
  connection: Connection,
  itemIds: readonly number[],
): Promise<void> {
  const { dialect } = connection
  if (itemIds.length === 0) return
  const ofItems = dialect.isOneOf('item_id', itemIds)
  await clearPreviews(connection, itemIds)
  await countEntries(connection, itemIds, -1)
  // A damaged entry may show the document of another item.
  const documents = await connection.all<{ id: number }>(
    sql`select d.id from entries e join documents d on d.id = e.document_id
      where ${dialect.isOneOf('e.item_id', itemIds)} and d.item_id = e.item_id`,
  )
  await removeDocuments(
    connection,
    documents.map((row) => row.id),
  )
  for (const table of tablesOfItems) {
    await connection.run(sql`delete from ${raw(table)} where ${ofItems}`)
  }
}

/**
 * Deletes rows by item and number. Items with the same numbers share one statement; usually there is one
 * group.
 */
async function deletePairs(
  connection: Connection,
  table: string,
  column: string,
  numbersByItem: ReadonlyMap<number, number[]>,
): Promise<void> {
  const { dialect } = connection
  const groups = Map.groupBy(numbersByItem, ([, numbers]) =>
    numbers.toSorted((a, b) => a - b).join(),
  )
  for (const group of groups.values()) {
    const itemIds = group.map(([itemId]) => itemId)
    const numbers = group[0]?.[1] ?? []
    const condition: Sql = sql`${dialect.isOneOf('item_id', itemIds)} and ${dialect.isOneOf(column, numbers)}`
    await connection.run(sql`delete from ${raw(table)} where ${condition}`)
  }
}

/** Number of changed items by model. */
function itemsTouched(
  changes: readonly DerivedChange[],
  touched: ReadonlyMap<number, unknown>,
): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { item } of changes) {
    if (touched.has(item.id)) counts.set(item.modelId, (counts.get(item.modelId) ?? 0) + 1)
  }
  return counts
}

function modelsOf(items: readonly Item[]): number[] {
  return [...new Set(items.map((item) => item.modelId))].toSorted((a, b) => a - b)
}
