/** Compares the stored derived data of items with freshly derived data. */
import { textSeparator } from '@octavo/schema/fold.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { deriveItem, isOlderDigest } from '../content/derive.ts'
import { isSameDocument } from '../delivery/stored-document.ts'
import type { InactiveText, Derived, DerivedEntry, Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { refreshTexts } from './refresh-texts.ts'

export interface ItemFault {
  stored: Item
  /** The corrected item. */
  item: Item
  derived: Derived
  /** Shown to the user. */
  reasons: string[]
}

export async function examineItems(
  tx: ReadTransaction,
  schema: Schema,
  items: readonly Item[],
): Promise<ItemFault[]> {
  const ids = items.map((item) => item.id)
  const storedById = await tx.derived.load(ids)
  const unsearchable = new Set(await tx.derived.unsearchable(ids))
  const misfits = new Set(await tx.derived.misfits(ids))
  return items.flatMap((stored) => {
    const item = refreshTexts(schema, stored)
    const derived = deriveItem(schema, item)
    const reasons: string[] = []
    if (item !== stored) reasons.push('outdated formats of flexible text')
    const difference = differenceOf(storedById.get(stored.id), derived)
    if (difference !== undefined) reasons.push(difference)
    if (unsearchable.has(stored.id)) reasons.push('missing from the search index')
    if (misfits.has(stored.id)) reasons.push('unexpected rows')
    return reasons.length > 0 ? [{ stored, item, derived, reasons }] : []
  })
}

/** The first difference between stored and expected rows, regardless of their order. */
function differenceOf(stored: Derived | undefined, wanted: Derived): string | undefined {
  const entries = stored?.entries ?? []
  if (textOf(scopesOf(entries)) !== textOf(scopesOf(wanted.entries))) {
    return 'wrong languages or views'
  }
  const storedByScope = new Map(entries.map((entry) => [entry.scope, entry]))
  for (const entry of wanted.entries) {
    const other = storedByScope.get(entry.scope)
    if (!other || !isSame(other, entry)) {
      return 'outdated API document or state'
    }
    if (sorted(other.document.indexKeys) !== sorted(entry.document.indexKeys)) {
      return 'wrong index keys'
    }
    if (other.document.entries !== entry.document.entries) return 'wrong entries of repeats'
    if (sorted(other.document.searchTexts) !== sorted(entry.document.searchTexts)) {
      return 'wrong search texts'
    }
  }
  if (sorted(stored?.claims ?? []) !== sorted(wanted.claims)) return 'wrong unique values'
  if (sorted(stored?.uses ?? []) !== sorted(wanted.uses)) return 'wrong references'
  if (textOf(partsOf(stored?.inactiveText)) !== textOf(partsOf(wanted.inactiveText))) {
    return 'wrong search texts of the archive and the trash'
  }
  return undefined
}

function scopesOf(entries: readonly DerivedEntry[]): number[] {
  return entries.map((entry) => entry.scope).toSorted((a, b) => a - b)
}

function isSame(stored: DerivedEntry, wanted: DerivedEntry): boolean {
  const { document: one, ...facts } = stored
  const { document: other, ...wantedFacts } = wanted
  if (textOf(facts) !== textOf(wantedFacts)) return false
  if (one.digest !== other.digest && !isOlderDigest(one.digest)) return false
  return isSameDocument(one.body, other.body)
}

/** Sorted, because the order of fields may have changed and does not affect the search. */
function partsOf(inactive: InactiveText | undefined): unknown {
  return inactive && [inactive.title, inactive.text.split(textSeparator).toSorted()]
}

function sorted(rows: readonly object[]): string {
  return rows.map(textOf).toSorted().join('\n')
}

/** JSON with sorted properties, so that equal values have equal texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
