/** Reads revisions of an item. */
import type { StoredValues } from '../../fields/field-type.ts'
import type { Item } from '../../store/records.ts'
import type { RevisionFacts, RevisionHead } from '../../store/revisions.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { firstRevisions, type FirstRevisions } from './first.ts'
import { byPosition, textIn, valuesIn } from './groups.ts'
import { unknownActor } from './record.ts'
import { contentOfKind } from './steps.ts'

export interface Revision extends RevisionFacts {
  /** Whether its content is the current content of the item. */
  isCurrent: boolean
}

export interface RevisionQuery {
  languageId?: number
  /** Only revisions with a lower number. */
  before?: number
  limit: number
}

/** Newest first. Reads at most `limit` revisions of each language. */
export async function listRevisions(
  tx: ReadTransaction,
  item: Item,
  { languageId, before = Infinity, limit }: RevisionQuery,
): Promise<Revision[]> {
  const { heads, first } = await headsOf(tx, item)
  const shown = heads.filter((head) => languageId === undefined || head.languageId === languageId)
  const sealed: RevisionFacts[] = []
  for (const head of shown) {
    const page = {
      itemId: item.id,
      languageId: head.languageId,
      before: Math.min(before, Number.MAX_SAFE_INTEGER),
      limit,
    }
    if (!first) sealed.push(...(await tx.revisions.page(page)))
    else sealed.push(...first.sealed.filter((one) => one.languageId === head.languageId))
  }
  return [
    ...shown.filter(({ isSealed }) => !isSealed).map((head) => ({ ...head, isCurrent: true })),
    ...sealed.map((revision) => ({ ...revision, isCurrent: false })),
  ]
    .filter(({ number }) => number < before)
    .toSorted((a, b) => b.number - a.number)
    .slice(0, limit)
}

/** An item that is older than revisions shows those that its next change will record. */
async function headsOf(
  tx: ReadTransaction,
  item: Item,
): Promise<{ heads: RevisionHead[]; first?: FirstRevisions }> {
  const heads = await tx.revisions.heads([item.id])
  if (heads.length > 0) return { heads }
  const first = await firstRevisions(item, { actor: unknownActor })
  return { heads: first.heads, first }
}

/** A revision with the rows that its content is decompressed from. */
export interface LoadedRevision {
  facts: Revision
  values: () => Promise<StoredValues>
}

/** `values` may be called after the transaction: large contents are decompressed in another thread. */
export async function loadRevision(
  tx: ReadTransaction,
  item: Item,
  number: number,
): Promise<LoadedRevision | undefined> {
  const { heads, first } = await headsOf(tx, item)
  const head = heads.find((one) => one.number === number && !one.isSealed)
  if (head) {
    const values = contentOfKind(head.kind, item.languages.get(head.languageId))
    return { facts: { ...head, isCurrent: true }, values: async () => values }
  }
  const languageIds = heads.map(({ languageId }) => languageId)
  const found = first
    ? first.sealed.find((one) => one.number === number)
    : await tx.revisions.find(item.id, languageIds, number)
  if (!found) return undefined
  const group = byPosition(first ? [found] : await tx.revisions.group(found))
  return {
    facts: { ...found, isCurrent: false },
    values: async () => valuesIn(await textIn(group, found.position)),
  }
}
