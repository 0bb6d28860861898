import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'

/** One item for a change. Not there, elsewhere, archived or in the trash: all the same to a caller. */
export async function loadItem(
  tx: ReadTransaction,
  schema: Schema,
  id: number,
  spaceId: number,
): Promise<Item> {
  const [item] = await tx.items.load([id])
  const isThere = item?.rootId === schema.root.id && item.spaceId === spaceId
  if (!item || !isThere || item.archivedAt !== null || item.deletedAt !== null) {
    throw new Refusal('notFound', 'there is no such item')
  }
  return item
}

/** Refuses to overwrite what the caller has not seen. */
export async function requireVersion(
  tx: ReadTransaction,
  item: Item,
  expected: readonly number[] | undefined,
): Promise<void> {
  if (!expected) return
  const current = await tx.derived.entries([item.id])
  if (current.some((entry) => expected.includes(entry.documentId))) return
  throw new Refusal('preconditionFailed', 'the item has changed since it was read')
}
