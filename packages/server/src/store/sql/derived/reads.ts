import { languageOfScope, viewBit, viewOfScope } from '@octavo/schema/schema.ts'
import type { Status } from '@octavo/schema/field-types.ts'
import type { Connection, Dialect } from '../dialect.ts'
import type { Claim, Derived, DerivedDocument, IndexRow } from '../../records.ts'
import type { DerivedReads } from '../../store.ts'
import { storedAwayTexts } from '../studio/away.ts'
import { claimTable, entriesByScope, type StoredClaim } from './rows.ts'
import { miscounts, misfits, orphans } from './checks.ts'
import { noTexts, storedTexts, type StoredTexts } from '../../search/document-texts.ts'
import { raw, sql } from '../sql.ts'
import { storedUses } from './uses.ts'

export interface StoredEntryRow {
  itemId: number
  scope: number
  languageMask: number
  documentId: number
  digest: string
}

interface EntryRow {
  item_id: number
  /** An entry that both views show counts in each of them. */
  scope: number
  status: Status
  updated_at: number
  published_at: number | null
  last_published_at: number | null
  language_mask: number
  document_id: number
}

interface IndexKeyRow {
  item_id: number
  language_id: number
  views: number
  field_id: number
  key: string
  rest_digest: string
}

export function derivedReads(connection: Connection, dialect: Dialect): DerivedReads {
  return {
    entries: (itemIds) => storedEntries(connection, dialect, itemIds),
    load: (itemIds) => loadDerived(connection, dialect, itemIds),
    async unsearchable(itemIds) {
      const rows = await connection.all<{ item_id: number }>(
        sql`select distinct e.item_id from entries e
          join document_texts t on t.document_id = e.document_id
          where ${dialect.isOneOf('e.item_id', itemIds)}
          and (t.short_texts <> '' or t.long_texts <> '')
          and not ${dialect.isPending('e.document_id')}
          and not exists (select 1 from search_grams where ${raw(dialect.gramsId)} = e.document_id)`,
      )
      return rows.map((row) => row.item_id)
    },
    misfits: (itemIds) => misfits(connection, dialect, itemIds),
    orphans: (limit) => orphans(connection, dialect, limit),
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
        // Most often it is one: that statement is not put together each time.
        const query =
          values.length === 1
            ? sql`select * from claims where space_id = ${spaceId} and field_id = ${fieldId}
                and language_id = ${languageId} and value = ${value}`
            : sql`select * from claims where space_id = ${spaceId} and field_id = ${fieldId}
                and language_id = ${languageId} and ${dialect.isOneOfTexts('value', values)}`
        found.push(...(await claimTable.all(connection, query)))
      }
      return found
    },
  }
}

export async function storedEntries(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<StoredEntryRow[]> {
  const rows = await connection.all<EntryRow & { digest: string | null }>(
    sql`select e.item_id, e.scope, e.language_mask, e.document_id, d.digest
      from ${entriesByScope} left join documents d on d.id = e.document_id
      where ${dialect.isOneOf('e.item_id', itemIds)}`,
  )
  return rows.map((row) => ({
    itemId: row.item_id,
    scope: row.scope,
    languageMask: row.language_mask,
    documentId: row.document_id,
    digest: row.digest ?? '',
  }))
}

export function storedClaims(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<StoredClaim[]> {
  return claimTable.all(
    connection,
    sql`select * from claims where ${dialect.isOneOf('item_id', itemIds)}`,
  )
}

async function loadDerived(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<Map<number, Derived>> {
  const ofItems = dialect.isOneOf('item_id', itemIds)
  const entries = await connection.all<EntryRow>(
    sql`select * from ${entriesByScope} where ${ofItems} order by item_id, scope`,
  )
  const documentIds = [...new Set(entries.map((row) => row.document_id))]
  const documents = await connection.all<{ id: number; digest: string; body: string }>(
    sql`select id, digest, body from documents where ${dialect.isOneOf('id', documentIds)}`,
  )
  const indexKeys = await connection.all<IndexKeyRow>(
    sql`select item_id, language_id, views, field_id, key, rest_digest
      from index_keys where ${ofItems}`,
  )
  const texts = await storedTexts(connection, dialect, documentIds)
  const documentById = new Map(documents.map((document) => [document.id, document]))
  const keysByLanguage = Map.groupBy(indexKeys, (row) => `${row.item_id} ${row.language_id}`)

  const result = new Map<number, Derived>(
    itemIds.map((id) => [id, { entries: [], claims: [], uses: [] }]),
  )
  for (const row of entries) {
    const stored = documentById.get(row.document_id)
    const languageId = languageOfScope(row.scope)
    const keys = (keysByLanguage.get(`${row.item_id} ${languageId}`) ?? []).filter(
      ({ views }) => (views & viewBit(row.scope)) !== 0,
    )
    const { searchTexts, rests } = texts.get(row.document_id) ?? noTexts
    const document: DerivedDocument = {
      digest: stored?.digest ?? '',
      body: stored?.body ?? '',
      indexKeys: indexRows(keys, rests),
      searchTexts: [...searchTexts],
    }
    result.get(row.item_id)?.entries.push({
      scope: row.scope,
      languageId,
      view: viewOfScope(row.scope),
      status: row.status,
      updatedAt: row.updated_at,
      publishedAt: row.published_at,
      lastPublishedAt: row.last_published_at,
      languageMask: row.language_mask,
      document,
    })
  }
  for (const { itemId, ...claim } of await storedClaims(connection, dialect, itemIds)) {
    result.get(itemId)?.claims.push(claim)
  }
  for (const { itemId, ...use } of await storedUses(connection, dialect, itemIds)) {
    result.get(itemId)?.uses.push(use)
  }
  for (const { itemId, ...away } of await storedAwayTexts(connection, dialect, itemIds)) {
    const derived = result.get(itemId)
    if (derived) derived.away = away
  }
  return result
}

/** A rest that no key is about counts as one of no field. */
function indexRows(keys: readonly IndexKeyRow[], rests: StoredTexts['rests']): IndexRow[] {
  const used = new Set(keys.map((row) => row.rest_digest))
  const rows = keys.map(({ field_id, key, rest_digest }) => ({
    fieldId: field_id,
    key,
    rest: rests.get(rest_digest) ?? '',
    restDigest: rest_digest,
  }))
  const unused = [...rests].filter(([digest]) => !used.has(digest))
  return [
    ...rows,
    ...unused.map(([restDigest, rest]) => ({ fieldId: 0, key: '', rest, restDigest })),
  ]
}
