/** Enforces the quotas and suspension of a root space: 402 with the reason. */
import type { Quotas, RootDefinition, RootSettings } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { defaultQueryTimeout } from '../store/reader.ts'
import type { Store, WriteTransaction } from '../store/store.ts'
import { monthOf, type UsageCounter } from './usage.ts'

export interface Added {
  items: number
  mediaBytes: number
}

export interface QuotaCheck {
  /**
   * Rejects a request that would exceed a quota, or any request while the space is suspended. A repeated
   * request adds nothing and is never rejected by a quota.
   */
  require(root: BoundRoot, added: Added, isRepeated: IsRepeated): Promise<void>
  /** The same check without counting a request. */
  requireRoom(root: BoundRoot, added: Partial<Added>, isRepeated?: IsRepeated): Promise<void>
  /** Recounts at the next request, because more was stored than was checked here. */
  invalidate(rootId: number): void
}

/** Called only when a quota is full. */
type IsRepeated = () => Promise<boolean>

type BoundRoot = Pick<RootDefinition, 'id' | 'settings'>

/** Counting stored data takes time, so counts are cached this long and updated by additions. */
const countLifetime = 5_000

interface Count {
  at: number
  month: string
  requests: number
  items: number
  mediaBytes: number
}

export interface QuotaDeps {
  readonly store: Store
  readonly usage: Pick<UsageCounter, 'unsaved'>
  now(): number
}

export function createQuotas({ store, usage, now }: QuotaDeps): QuotaCheck {
  const counts = new Map<number, Count>()

  async function count(rootId: number): Promise<Count> {
    const at = now()
    const month = monthOf(at)
    // Separate from the reads of the root space, which must not block the counting of its quotas.
    const deadline = performance.now() + defaultQueryTimeout
    const reader = { rootId: -rootId, caller: '', deadline, isGone: () => false }
    const found = await store.read(
      async (tx) => ({
        requests: (await tx.usage.requests(rootId, month)) + usage.unsaved(rootId),
        ...(await tx.usage.stored(rootId)),
      }),
      reader,
    )
    const counted = { at, month, ...found }
    counts.set(rootId, counted)
    return counted
  }

  function cached(rootId: number): Count | undefined {
    const counted = counts.get(rootId)
    const isFresh =
      counted && now() - counted.at < countLifetime && counted.month === monthOf(now())
    return isFresh ? counted : undefined
  }

  async function require(
    { id, settings }: BoundRoot,
    added: Added,
    isRepeated: IsRepeated,
  ): Promise<void> {
    const { quotas } = settings
    requireActive(settings)
    const isBound = quotas.items ?? quotas.mediaBytes ?? quotas.requests
    if (isBound === null) return
    let counted = cached(id)
    // The added up count may be too high, because accepted requests may have failed since.
    if (!counted || overOf(counted, quotas, added)) counted = await count(id)
    const over = overOf(counted, quotas, added)
    if (over !== undefined && !(await isRepeated())) throw new Refusal('paymentRequired', over)
    counted.requests++
    if (over !== undefined) return
    counted.items += added.items
    counted.mediaBytes += added.mediaBytes
  }

  return {
    require,
    invalidate: (rootId) => void counts.delete(rootId),
    requireRoom({ id, settings }, added, isRepeated = async () => false) {
      const own = { ...settings, quotas: { ...settings.quotas, requests: null } }
      return require({ id, settings: own }, { items: 0, mediaBytes: 0, ...added }, isRepeated)
    },
  }
}

/**
 * Rejects a write that would exceed a quota, counted in the transaction that stores it. Such writes wait for
 * each other. Only for rare or large writes, because counting takes time.
 */
export async function requireRoomIn(
  tx: WriteTransaction,
  { id, settings: { quotas } }: BoundRoot,
  added: Partial<Added>,
): Promise<void> {
  const { items = 0, mediaBytes = 0 } = added
  const isBound =
    (items > 0 && quotas.items !== null) || (mediaBytes > 0 && quotas.mediaBytes !== null)
  if (!isBound) return
  await tx.usage.lockStored(id)
  const stored = await tx.usage.stored(id)
  const over = overOf(
    { ...stored, requests: 0 },
    { ...quotas, requests: null },
    { items, mediaBytes },
  )
  if (over !== undefined) throw new Refusal('paymentRequired', over)
}

export function requireActive({ suspension }: Pick<RootSettings, 'suspension'>): void {
  if (!suspension) return
  throw new Refusal('paymentRequired', say('suspended', { reason: suspension.reason }))
}

function overOf(
  count: Omit<Count, 'at' | 'month'>,
  { items, mediaBytes, requests }: Quotas,
  added: Added,
): CodedMessage | undefined {
  const isOver = (quota: number | null, has: number, more: number): quota is number =>
    quota !== null && more > 0 && has + more > quota
  if (isOver(requests, count.requests, 1)) return say('quotaRequests', { max: requests })
  if (isOver(items, count.items, added.items)) {
    return say('quotaItems', { max: items, has: count.items })
  }
  if (isOver(mediaBytes, count.mediaBytes, added.mediaBytes)) {
    return say('quotaMedia', { max: mediaBytes, has: count.mediaBytes })
  }
  return undefined
}
