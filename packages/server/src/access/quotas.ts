/** Refuses what an operator does not allow a root space: 402, with the reason. */
import type { Quotas, RootDefinition, RootSettings } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { readerOf, usualQueryTimeout } from '../store/reader.ts'
import type { Store } from '../store/store.ts'
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
    requireRoom({ id, settings }, added, isRepeated = async () => false) {
      const own = { ...settings, quotas: { ...settings.quotas, requests: null } }
      return require({ id, settings: own }, { items: 0, mediaBytes: 0, ...added }, isRepeated)
    },
  }
}

export function requireActive({ suspension }: Pick<RootSettings, 'suspension'>): void {
  if (!suspension) return
  throw new Refusal('paymentRequired', say('suspended', { reason: suspension.reason }))
}

function overOf(
  count: Count,
  { items, mediaBytes, requests }: Quotas,
  added: Added,
): Said | undefined {
  if (requests !== null && count.requests >= requests) {
    return say('quotaRequests', { max: requests })
  }
  if (added.items > 0 && items !== null && count.items + added.items > items) {
    return say('quotaItems', { max: items, has: count.items })
  }
  if (
    added.mediaBytes > 0 &&
    mediaBytes !== null &&
    count.mediaBytes + added.mediaBytes > mediaBytes
  ) {
    return say('quotaMedia', { max: mediaBytes, has: count.mediaBytes })
  }
  return undefined
}
