import { Refusal } from '@octavo/schema/errors.ts'
import type { IdempotentReply } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { ContentContext } from './context.ts'

/** Identifies a request, so that a repetition returns the item that the first one created. */
export type Idempotency = Pick<IdempotentReply, 'keyId' | 'name' | 'requestDigest'>

/** How long the result of a request is stored. */
export const idempotentReplyTime = 24 * 60 * 60 * 1000

/** Does the work, unless the same request did it before: then returns the result of that request. */
export async function runIdempotent(
  tx: WriteTransaction,
  idempotency: Idempotency | undefined,
  context: Pick<ContentContext, 'now'>,
  work: () => Promise<number>,
): Promise<number> {
  if (!idempotency) return work()
  const kept = await tx.idempotentReplies.find(idempotency.keyId, idempotency.name)
  if (kept && isFresh(kept, context.now())) return repeated(kept, idempotency)
  const itemId = await work()
  await tx.idempotentReplies.save({ ...idempotency, itemId, at: context.now() })
  return itemId
}

/** Whether a request with this key has succeeded before. Repeating it changes nothing. */
export async function isRepeated(
  { store, now }: Pick<ContentContext, 'store' | 'now'>,
  { keyId, name }: Pick<Idempotency, 'keyId' | 'name'>,
): Promise<boolean> {
  const kept = await store.read((tx) => tx.idempotentReplies.find(keyId, name))
  return kept !== undefined && isFresh(kept, now())
}

/** Whether the result of a request is still stored. */
export function isFresh({ at }: IdempotentReply, now: number): boolean {
  return at > now - idempotentReplyTime
}

function repeated(kept: IdempotentReply, idempotency: Idempotency): number {
  if (kept.requestDigest === idempotency.requestDigest) return kept.itemId
  throw new Refusal('badRequest', [
    {
      path: 'Idempotency-Key',
      message: 'was used before with another request; send a new key for each request',
    },
  ])
}
