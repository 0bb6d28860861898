/** Compares what is stored of items with what it should be. */
import { textSeparator } from '@octavo/schema/fold.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { deriveItem, isOlderDigest } from '../content/derive.ts'
import { isSameDocument } from '../delivery/stored-document.ts'
import type { AwayText, Derived, DerivedEntry, Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { refreshTexts } from './refresh-texts.ts'

export interface ItemFault {
  stored: Item
  /** As it should be. */
  item: Item
  derived: Derived
  /** What is wrong, for people. */
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
    if (item !== stored) reasons.push('formats of its texts are out of date')
    const difference = differenceOf(storedById.get(stored.id), derived)
    if (difference !== undefined) reasons.push(difference)
    if (unsearchable.has(stored.id)) reasons.push('its text is missing from the search index')
    if (misfits.has(stored.id)) reasons.push('has rows that do not belong to it')
    return reasons.length > 0 ? [{ stored, item, derived, reasons }] : []
  })
}

/** What of the derived rows is not as it should be; their order does not count. */
function differenceOf(stored: Derived | undefined, wanted: Derived): string | undefined {
  const entries = stored?.entries ?? []
  if (textOf(scopesOf(entries)) !== textOf(scopesOf(wanted.entries))) {
    return 'is listed where it should not be, or not where it should be'
  }
  const storedByScope = new Map(entries.map((entry) => [entry.scope, entry]))
  for (const entry of wanted.entries) {
    const other = storedByScope.get(entry.scope)
    if (!other || !isSame(other, entry)) {
      return 'what readers see of it differs from what is stored'
    }
    if (sorted(other.document.indexKeys) !== sorted(entry.document.indexKeys)) {
      return 'its index keys are wrong'
    }
    if (sorted(other.document.searchTexts) !== sorted(entry.document.searchTexts)) {
      return 'its search texts are wrong'
    }
  }
  if (sorted(stored?.claims ?? []) !== sorted(wanted.claims)) return 'its unique values are wrong'
  if (sorted(stored?.uses ?? []) !== sorted(wanted.uses))
    return 'what it points at is noted wrongly'
  if (textOf(partsOf(stored?.away)) !== textOf(partsOf(wanted.away))) {
    return 'what it is found by in the archive and the trash is wrong'
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

/** Fields may have been put in another order since, which changes nothing of what is found. */
function partsOf(away: AwayText | undefined): unknown {
  return away && [away.title, away.text.split(textSeparator).toSorted()]
}

function sorted(rows: readonly object[]): string {
  return rows.map(textOf).toSorted().join('\n')
}

/** Properties in one order, so that equal things have equal texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
