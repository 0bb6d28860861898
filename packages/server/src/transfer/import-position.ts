/** Where an interrupted import of a file continues. A position is stored in the transaction of its lines. */
import { isFresh } from '../content/idempotency.ts'
import type { ReadTransaction, WriteTransaction } from '../store/store.ts'

export interface ImportPlace {
  rootId: number
  /** SHA-256 of the file. */
  file: string
}

/** No key, token or user has this id: anyone who may import can continue the import of another user. */
const ownerId = 0

/** Undefined without an import of this file in the last 24 hours. */
export async function findPosition(
  tx: ReadTransaction,
  place: ImportPlace,
  now: number,
): Promise<number | undefined> {
  const stored = await tx.idempotentReplies.find(ownerId, nameOf(place))
  return stored && isFresh(stored, now) ? stored.itemId : undefined
}

export function savePosition(
  tx: WriteTransaction,
  place: ImportPlace,
  nextLine: number,
  at: number,
): Promise<void> {
  const name = nameOf(place)
  return tx.idempotentReplies.save({
    keyId: ownerId,
    name,
    requestDigest: '',
    itemId: nextLine,
    at,
  })
}

export function removePosition(tx: WriteTransaction, place: ImportPlace): Promise<void> {
  return tx.idempotentReplies.remove(ownerId, nameOf(place))
}

function nameOf({ rootId, file }: ImportPlace): string {
  return `import ${rootId} ${file}`
}
