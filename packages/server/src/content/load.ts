import { Refusal } from '@octavo/schema/errors.ts'
import { viewOfScope, type Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Item } from '../store/records.ts'
import { itemVersion } from '../store/reading.ts'
import type { StoredEntry } from '../store/derived.ts'
import type { ReadTransaction } from '../store/store.ts'

/**
 * Loads an item for a change. Missing items, items of another space, archived and trashed items all give the
 * same error.
 */
export async function loadItem(
  tx: ReadTransaction,
  schema: Schema,
  id: number,
  spaceId: number,
): Promise<Item> {
  const [item] = await tx.items.load([id])
  const isThere = item?.rootId === schema.root.id && item.spaceId === spaceId
  if (!item || !isThere || item.archivedAt !== null || item.deletedAt !== null) {
    throw new Refusal('notFound', say('itemGone'))
  }
  return item
}

/** Loads an item of this root space, in any state. */
export async function itemOfRoot(tx: ReadTransaction, rootId: number, id: number): Promise<Item> {
  const [item] = await tx.items.load([id])
  if (item?.rootId === rootId) return item
  throw new Refusal('notFound', say('itemsGone', { ids: String(id) }))
}

/** The versions that readers see of these entries of one item; see `itemVersion`. */
function versionsOf(entries: readonly StoredEntry[]): Set<string> {
  const drafts = entries.filter(({ scope }) => viewOfScope(scope) === 'draft')
  const newest = Math.max(0, ...drafts.map(({ documentId }) => documentId))
  return new Set(
    entries.map(({ scope, documentId, languageMask }) => {
      const view = viewOfScope(scope)
      return itemVersion(view, view === 'draft' ? newest : documentId, languageMask)
    }),
  )
}

/** Rejects the write unless the caller has read the current version. */
export async function requireVersion(
  tx: ReadTransaction,
  item: Item,
  expected: readonly string[] | undefined,
): Promise<void> {
  if (!expected) return
  const current = versionsOf(await tx.derived.entries([item.id]))
  if (expected.some((version) => current.has(version))) return
  throw staleVersion()
}

export function staleVersion(): Refusal {
  return new Refusal('preconditionFailed', 'the item has changed since it was read')
}
