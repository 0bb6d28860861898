/** Compares the derived data of items with the stored rows. */
import { languageOfScope, viewBit } from '@octavo/schema/schema.ts'
import { claimKey } from '../../records.ts'
import type { DerivedChange, ScopeChange, StoredEntry } from '../../derived.ts'
import type { NewDocument, NewEntry, Reindexed, StoredClaim } from './rows.ts'

/** The rows that a batch of items adds to and removes from the derived tables. */
export interface Difference {
  newDocuments: NewDocument[]
  oldDocumentIds: number[]
  /** Entries to insert, or to write over a stored row with the same `entryName`. The id of a new document is set once it is allocated. */
  entries: NewEntry[]
  /** Languages in which a document changed, whose index keys are rewritten. */
  reindexed: Reindexed[]
  /** Stored rows to delete that no entry replaces, by item, in the form of `entryName`. */
  staleEntries: Map<number, number[]>
  /** Scopes whose responses change, by item. */
  touched: Map<number, ScopeChange[]>
  /** Languages of stored index keys to delete first, by item. */
  staleIndexKeys: Map<number, number[]>
  newClaims: StoredClaim[]
  oldClaims: StoredClaim[]
}

export function compare(
  changes: readonly DerivedChange[],
  storedEntryRows: readonly StoredEntry[],
  storedClaimRows: readonly StoredClaim[],
): Difference {
  const difference: Difference = {
    newDocuments: [],
    oldDocumentIds: [],
    entries: [],
    reindexed: [],
    staleEntries: new Map(),
    touched: new Map(),
    staleIndexKeys: new Map(),
    newClaims: [],
    oldClaims: [],
  }
  const entriesByItem = Map.groupBy(storedEntryRows, (row) => row.itemId)
  const claimsByItem = Map.groupBy(storedClaimRows, (row) => row.itemId)
  for (const change of changes) {
    compareEntries(change, entriesByItem.get(change.item.id) ?? [], difference)
    compareClaims(change, claimsByItem.get(change.item.id) ?? [], difference)
  }
  return difference
}

function compareEntries(
  { item, derived }: DerivedChange,
  stored: readonly StoredEntry[],
  difference: Difference,
): void {
  const storedByScope = new Map(stored.map((row) => [row.scope, row]))
  const idByDigest = new Map(stored.map((row) => [row.digest, row.documentId]))
  const newByDigest = new Map<string, NewDocument>()
  const changedLanguages = new Set<number>()
  for (const { document } of derived.entries) {
    if (idByDigest.has(document.digest) || newByDigest.has(document.digest)) continue
    const added = { item, document, id: 0 }
    newByDigest.set(document.digest, added)
    difference.newDocuments.push(added)
  }
  for (const entry of derived.entries) {
    const before = storedByScope.get(entry.scope)
    storedByScope.delete(entry.scope)
    const hasSameDocument = before?.digest === entry.document.digest
    if (hasSameDocument && before.languageMask === entry.languageMask) continue
    const { scope } = entry
    const wasShown = before !== undefined
    const change = { scope, wasShown, isShown: true, isSameDocument: hasSameDocument }
    push(difference.touched, item.id, change)
    if (!hasSameDocument) changedLanguages.add(entry.languageId)
  }
  for (const scope of storedByScope.keys()) {
    const change = { scope, wasShown: true, isShown: false, isSameDocument: false }
    push(difference.touched, item.id, change)
    changedLanguages.add(languageOfScope(scope))
  }
  const storedRows = sharedRows(stored)
  const wantedRows = sharedRows(
    derived.entries.map((entry) => {
      const { scope, languageMask, document } = entry
      return { scope, languageMask, digest: document.digest, entry }
    }),
  )
  const replaced = new Set<number>()
  for (const { one, views } of wantedRows) {
    const same = storedRows.findIndex((row) => row.views === views && isSameRow(row.one, one))
    if (same !== -1) storedRows.splice(same, 1)
    else {
      const { entry, digest } = one
      const document = newByDigest.get(digest) ?? { id: idByDigest.get(digest) ?? 0 }
      difference.entries.push({ item, entry, views, document })
      replaced.add(entryName(entry.languageId, views))
    }
  }
  for (const { one, views } of storedRows) {
    const name = entryName(languageOfScope(one.scope), views)
    if (!replaced.has(name)) push(difference.staleEntries, item.id, name)
  }
  for (const languageId of changedLanguages) {
    const entries = derived.entries.filter((entry) => entry.languageId === languageId)
    difference.reindexed.push({ item, languageId, entries })
    const isStored = stored.some(({ scope }) => languageOfScope(scope) === languageId)
    if (isStored) push(difference.staleIndexKeys, item.id, languageId)
  }
  const currentDigests = new Set(derived.entries.map((entry) => entry.document.digest))
  const gone = stored.filter((row) => !currentDigests.has(row.digest)).map((row) => row.documentId)
  difference.oldDocumentIds.push(...new Set(gone))
}

type Shown = Pick<StoredEntry, 'scope' | 'digest' | 'languageMask'>

/** Merges views with the same content into one row. An item has few of them. */
function sharedRows<One extends Shown>(entries: readonly One[]): { one: One; views: number }[] {
  const rows: { one: One; views: number }[] = []
  for (const one of entries) {
    const same = rows.find((row) => isSameRow(row.one, one))
    if (same) same.views |= viewBit(one.scope)
    else rows.push({ one, views: viewBit(one.scope) })
  }
  return rows
}

function isSameRow(a: Shown, b: Shown): boolean {
  if (a.digest !== b.digest || a.languageMask !== b.languageMask) return false
  return languageOfScope(a.scope) === languageOfScope(b.scope)
}

/** Identifies a row of `entries` within its item. */
export function entryName(languageId: number, views: number): number {
  return languageId * 4 + views
}
export const entryNameColumn = 'language_id * 4 + views'

function compareClaims(
  { item, derived }: DerivedChange,
  stored: readonly StoredClaim[],
  difference: Difference,
): void {
  const wanted = new Map(derived.claims.map((claim) => [claimKey(claim), claim]))
  for (const claim of stored) {
    if (!wanted.delete(claimKey(claim))) difference.oldClaims.push(claim)
  }
  for (const claim of wanted.values()) difference.newClaims.push({ ...claim, itemId: item.id })
}

function push<Value>(map: Map<number, Value[]>, key: number, value: Value): void {
  map.getOrInsertComputed(key, () => []).push(value)
}
