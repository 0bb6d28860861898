/** The derived tables and their rows. */
import { viewBit } from '@octavo/schema/schema.ts'
import type { IndexRow } from '../../../query/index-key.ts'
import type { Columns, Row, SearchableDocument } from '../dialect.ts'
import type { Claim, DerivedDocument, DerivedEntry, Item } from '../../records.ts'
import { recordTable } from '../record-table.ts'
import { raw } from '../sql.ts'

/** Tables with the id of the item that a row was derived from, which has an index. */
export const tablesOfItems = ['entries', 'index_keys', 'claims', 'uses', 'inactive_texts']

export const entryColumns = {
  item_id: 'integer',
  language_id: 'integer',
  views: 'integer',
  model_id: 'integer',
  space_id: 'integer',
  status: 'text',
  created_at: 'integer',
  updated_at: 'integer',
  published_at: 'integer',
  last_published_at: 'integer',
  language_mask: 'integer',
  document_id: 'integer',
} as const satisfies Columns
export const entryKey = ['item_id', 'language_id', 'views']

/** Entries as `e` with their scope, once for every view that shows them. */
export const entriesByScope =
  raw(`(select every.*, every.language_id * 2 + each_view.bit - 1 as scope
  from entries every join (select 1 as bit union all select 2) each_view
  on (every.views & each_view.bit) <> 0) e`)

export const documentColumns = {
  id: 'integer',
  item_id: 'integer',
  digest: 'text',
  body: 'text',
} as const satisfies Columns

export const indexKeyColumns = {
  language_id: 'integer',
  field_id: 'integer',
  key: 'text',
  created_at: 'integer',
  item_id: 'integer',
  rest_digest: 'text',
  views: 'integer',
} as const satisfies Columns

export interface StoredClaim extends Claim {
  itemId: number
}

export const claimTable = recordTable<StoredClaim>(
  'claims',
  ['space_id', 'field_id', 'language_id', 'value'],
  {
    spaceId: 'integer',
    fieldId: 'integer',
    languageId: 'integer',
    value: 'text',
    itemId: 'integer',
  },
)

export interface NewDocument {
  item: Item
  document: DerivedDocument
  id: number
}

export interface NewEntry {
  item: Item
  /** Its content, the same in all of its views. */
  entry: DerivedEntry
  views: number
  document: { id: number }
}

/** An item in one language, whose index keys are rewritten. */
export interface Reindexed {
  item: Item
  languageId: number
  entries: readonly DerivedEntry[]
}

export function documentRow({ item, document, id }: NewDocument): Row {
  return { id, item_id: item.id, digest: document.digest, body: document.body }
}

export function entryRow({ item, entry, views, document }: NewEntry): Row {
  return {
    item_id: item.id,
    language_id: entry.languageId,
    views,
    model_id: item.modelId,
    space_id: item.spaceId,
    status: entry.status,
    created_at: item.createdAt,
    updated_at: entry.updatedAt,
    published_at: entry.publishedAt,
    last_published_at: entry.lastPublishedAt,
    language_mask: entry.languageMask,
    document_id: document.id,
  }
}

/** A key that finds the item in both views is one row. */
export function indexKeyRows({ item, languageId, entries }: Reindexed): Row[] {
  const rows: Row[] = []
  for (const [{ fieldId, key, restDigest }, views] of viewsOfKeys(entries)) {
    rows.push({
      item_id: item.id,
      language_id: languageId,
      field_id: fieldId,
      key,
      created_at: item.createdAt,
      rest_digest: restDigest,
      views,
    })
  }
  return rows
}

/** Keys with the views in which they find the item. Most items show one document in both views. */
function viewsOfKeys(entries: readonly DerivedEntry[]): Iterable<[IndexRow, number]> {
  const viewsByDocument = new Map<DerivedDocument, number>()
  for (const { scope, document } of entries) {
    viewsByDocument.set(document, (viewsByDocument.get(document) ?? 0) | viewBit(scope))
  }
  const keys = new Map<string | IndexRow, [IndexRow, number]>()
  const isSingle = viewsByDocument.size === 1
  for (const [document, views] of viewsByDocument) {
    for (const row of document.indexKeys) {
      const name = isSingle ? row : `${row.fieldId} ${row.key}${row.rest}`
      const before = keys.get(name)?.[1] ?? 0
      keys.set(name, [row, before | views])
    }
  }
  return keys.values()
}

export function searchable({ document, id }: NewDocument): SearchableDocument {
  return { id, texts: document.searchTexts.map(({ text }) => text) }
}
