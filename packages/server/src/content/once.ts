import { Refusal } from '@octavo/schema/errors.ts'
import type { KeptReply } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { ContentContext } from './context.ts'

/** Names a request, so that a repetition of it finds what the first one made. */
export type Once = Pick<KeptReply, 'keyId' | 'name' | 'requestDigest'>

/** How long a request is remembered. */
export const keptReplyTime = 24 * 60 * 60 * 1000

/** Does the work, unless the same request did it before: then its answer is given again. */
export async function doOnce(
  tx: WriteTransaction,
  once: Once | undefined,
  context: Pick<ContentContext, 'now'>,
  work: () => Promise<number>,
): Promise<number> {
  if (!once) return work()
  const kept = await tx.keptReplies.find(once.keyId, once.name)
  if (kept && isFresh(kept, context.now())) return repeated(kept, once)
  const itemId = await work()
  await tx.keptReplies.keep({ ...once, itemId, at: context.now() })
  return itemId
}

/** Whether a request of this name has done its work: sent again, it adds nothing. */
export async function isRepeated(
  { store, now }: Pick<ContentContext, 'store' | 'now'>,
  { keyId, name }: Pick<Once, 'keyId' | 'name'>,
): Promise<boolean> {
  const kept = await store.read((tx) => tx.keptReplies.find(keyId, name))
  return kept !== undefined && isFresh(kept, now())
}

function isFresh({ at }: KeptReply, now: number): boolean {
  return at > now - keptReplyTime
}

function repeated(kept: KeptReply, once: Once): number {
  if (kept.requestDigest === once.requestDigest) return kept.itemId
  throw new Refusal('badRequest', [
    { path: 'Idempotency-Key', message: 'was used before with another request' },
  ])
}
