import { languageOfScope, viewBit, viewOfScope } from '@octavo/schema/schema.ts'
import type { IndexRow } from '../../../query/index-key.ts'
import type { Connection } from '../dialect.ts'
import type { Claim, Derived, DerivedDocument, DerivedEntry } from '../../records.ts'
import type { DerivedReads, StoredEntry } from '../../derived.ts'
import { storedInactiveTexts } from '../studio/inactive.ts'
import { claimTable, entriesByScope, type StoredClaim } from './rows.ts'
import { miscounts, misfits, orphans } from './checks.ts'
import { noTexts, storedTexts, type StoredTexts } from '../../search/document-texts.ts'
import { selectColumn, selectRecords } from '../rows.ts'
import { raw, sql } from '../sql.ts'
import { storedUses } from './uses.ts'

/** An entry that both views show is returned once for each view. */
type EntryRow = Omit<DerivedEntry, 'languageId' | 'view' | 'document'> & {
  itemId: number
  documentId: number
}

type IndexKeyRow = Omit<IndexRow, 'rest'> & { itemId: number; languageId: number; views: number }

export function derivedReads(connection: Connection): DerivedReads {
  const { dialect } = connection
  return {
    entries: (itemIds) => storedEntries(connection, itemIds),
    load: (itemIds) => loadDerived(connection, itemIds),
    unsearchable: (itemIds) =>
      selectColumn(
        connection,
        sql`select distinct e.item_id from entries e
          join document_texts t on t.document_id = e.document_id
          where ${dialect.isOneOf('e.item_id', itemIds)}
          and (t.short_texts <> '' or t.long_texts <> '')
          and not ${dialect.search.isPending('e.document_id')}
          and not exists (select 1 from search_grams where ${raw(dialect.search.idColumn)} = e.document_id)`,
      ),
    misfits: (itemIds) => misfits(connection, itemIds),
    orphans: (limit) => orphans(connection, limit),
    miscounts: () => miscounts(connection),
    async claimants(claims) {
      const groups = Map.groupBy(
        claims,
        (claim) => `${claim.spaceId} ${claim.fieldId} ${claim.languageId}`,
      )
      const found: StoredClaim[] = []
      for (const group of groups.values()) {
        const [{ spaceId, fieldId, languageId, value }] = group as [Claim]
        const values = group.map((claim) => claim.value)
        // Usually there is one value, and its statement is reused.
        const query =
          values.length === 1
            ? sql`select * from claims where space_id = ${spaceId} and field_id = ${fieldId}
                and language_id = ${languageId} and value = ${value}`
            : sql`select * from claims where space_id = ${spaceId} and field_id = ${fieldId}
                and language_id = ${languageId} and ${dialect.isOneOf('value', values)}`
        found.push(...(await claimTable.all(connection, query)))
      }
      return found
    },
  }
}

export function storedEntries(
  connection: Connection,
  itemIds: readonly number[],
): Promise<StoredEntry[]> {
  return selectRecords(
    connection,
    sql`select e.item_id, e.scope, e.language_mask, e.document_id, coalesce(d.digest, '') as digest
      from ${entriesByScope} left join documents d on d.id = e.document_id
      where ${connection.dialect.isOneOf('e.item_id', itemIds)}`,
  )
}

export function storedClaims(
  connection: Connection,
  itemIds: readonly number[],
): Promise<StoredClaim[]> {
  return claimTable.all(
    connection,
    sql`select * from claims where ${connection.dialect.isOneOf('item_id', itemIds)}`,
  )
}

async function loadDerived(
  connection: Connection,
  itemIds: readonly number[],
): Promise<Map<number, Derived>> {
  const { dialect } = connection
  const ofItems = dialect.isOneOf('item_id', itemIds)
  const entries = await selectRecords<EntryRow>(
    connection,
    sql`select * from ${entriesByScope} where ${ofItems} order by item_id, scope`,
  )
  const documentIds = [...new Set(entries.map((row) => row.documentId))]
  const documents = await connection.all<{ id: number; digest: string; body: string }>(
    sql`select id, digest, body from documents where ${dialect.isOneOf('id', documentIds)}`,
  )
  const indexKeys = await selectRecords<IndexKeyRow>(
    connection,
    sql`select item_id, language_id, views, field_id, key, rest_digest
      from index_keys where ${ofItems}`,
  )
  const texts = await storedTexts(connection, documentIds)
  const documentById = new Map(documents.map((document) => [document.id, document]))
  const keysByLanguage = Map.groupBy(indexKeys, (row) => `${row.itemId} ${row.languageId}`)

  const result = new Map<number, Derived>(
    itemIds.map((id) => [id, { entries: [], claims: [], uses: [] }]),
  )
  for (const row of entries) {
    const stored = documentById.get(row.documentId)
    const languageId = languageOfScope(row.scope)
    const keys = (keysByLanguage.get(`${row.itemId} ${languageId}`) ?? []).filter(
      ({ views }) => (views & viewBit(row.scope)) !== 0,
    )
    const { searchTexts, rests, entries: inRepeats } = texts.get(row.documentId) ?? noTexts
    const document: DerivedDocument = {
      digest: stored?.digest ?? '',
      body: stored?.body ?? '',
      indexKeys: indexRows(keys, rests),
      searchTexts: [...searchTexts],
      entries: inRepeats,
    }
    result.get(row.itemId)?.entries.push({
      scope: row.scope,
      languageId,
      view: viewOfScope(row.scope),
      status: row.status,
      updatedAt: row.updatedAt,
      publishedAt: row.publishedAt,
      lastPublishedAt: row.lastPublishedAt,
      languageMask: row.languageMask,
      document,
    })
  }
  for (const { itemId, ...claim } of await storedClaims(connection, itemIds)) {
    result.get(itemId)?.claims.push(claim)
  }
  for (const { itemId, ...use } of await storedUses(connection, itemIds)) {
    result.get(itemId)?.uses.push(use)
  }
  for (const { itemId, ...inactiveText } of await storedInactiveTexts(connection, itemIds)) {
    const derived = result.get(itemId)
    if (derived) derived.inactiveText = inactiveText
  }
  return result
}

/** A rest without a key is returned with field id 0. */
function indexRows(keys: readonly IndexKeyRow[], rests: StoredTexts['rests']): IndexRow[] {
  const used = new Set(keys.map((row) => row.restDigest))
  const rows = keys.map(({ fieldId, key, restDigest }) => ({
    fieldId,
    key,
    rest: rests.get(restDigest) ?? '',
    restDigest,
  }))
  const unused = [...rests].filter(([digest]) => !used.has(digest))
  return [
    ...rows,
    ...unused.map(([restDigest, rest]) => ({ fieldId: 0, key: '', rest, restDigest })),
  ]
}
