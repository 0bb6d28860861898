/** Refuses what an operator does not allow a root space: 402, with the reason. */
import type { Quotas, RootDefinition, RootSettings } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { readerOf, usualQueryTimeout } from '../store/reader.ts'
import type { Store, WriteTransaction } from '../store/store.ts'
import { monthOf, type UsageCounter } from './usage.ts'

export interface Added {
  items: number
  mediaBytes: number
}

export interface QuotaCheck {
  /**
   * Refuses a request that would go over a quota, or any at all while the space is suspended. A repeated
   * request adds nothing: no quota refuses it.
   */
  require(root: BoundRoot, added: Added, isRepeated: IsRepeated): Promise<void>
  /** The same for what is not a request of its own. */
  requireRoom(root: BoundRoot, added: Partial<Added>, isRepeated?: IsRepeated): Promise<void>
  /** Counts anew at the next request: more was stored than was asked for here. */
  forget(rootId: number): void
}

/** Asked only where a quota is full. */
type IsRepeated = () => Promise<boolean>

type BoundRoot = Pick<RootDefinition, 'id' | 'settings'>

/** Counting what is stored takes time, so it is done this often, and in between added up. */
const countedFor = 5_000

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
    // Apart from the reads of the root space, which must not keep its quotas from being counted.
    const reader = { ...readerOf(usualQueryTimeout, () => false), rootId: -rootId }
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

  function known(rootId: number): Count | undefined {
    const counted = counts.get(rootId)
    const isFresh = counted && now() - counted.at < countedFor && counted.month === monthOf(now())
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
    let counted = known(id)
    // What was added up may be too much: requests that were let through may have failed.
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
    forget: (rootId) => void counts.delete(rootId),
    requireRoom({ id, settings }, added, isRepeated = async () => false) {
      const own = { ...settings, quotas: { ...settings.quotas, requests: null } }
      return require({ id, settings: own }, { items: 0, mediaBytes: 0, ...added }, isRepeated)
    },
  }
}

/**
 * Refuses what would go over a quota, counted in the transaction that stores it: others who ask so wait
 * for each other. For what is rare or large; counting takes time.
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
): Said | undefined {
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
