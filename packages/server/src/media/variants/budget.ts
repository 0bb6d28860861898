/** How much work for new variants one client may cause: a token bucket for each, in megapixels. */
import { Refusal } from '@octavo/schema/errors.ts'
import { AgedMap } from '../../store/cache/aged-map.ts'

export interface VariantBudget {
  /** Takes the cost from the client's budget, or refuses. */
  spend(client: string, megapixels: number): void
  /** Takes what the work turned out to cost in addition; the client pays for it later. */
  owe(client: string, megapixels: number): void
}

/** The client has caused enough work for now. */
export class BudgetExceeded extends Refusal {
  override name = 'BudgetExceeded'
  readonly seconds: number

  constructor(seconds: number) {
    const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    super(
      'tooManyRequests',
      `this address has asked for too many new sizes of images; the next is possible in ${wait}`,
    )
    this.seconds = seconds
  }
}

/** Clients are forgotten beyond this number; those that asked last stay. */
const mostClients = 10_000

interface Bucket {
  left: number
  at: number
}

/** `perMinute` is also what a client may use at once; 0 is no limit. */
export function createVariantBudget(perMinute: number, now: () => number): VariantBudget {
  const buckets = new AgedMap<string, Bucket>()
  const perSecond = perMinute / 60

  function leftOf(client: string): number {
    const bucket = buckets.get(client)
    if (!bucket) return perMinute
    const seconds = Math.max(0, now() - bucket.at) / 1000
    return Math.min(perMinute, bucket.left + seconds * perSecond)
  }

  function take(client: string, left: number): void {
    buckets.set(client, { left, at: now() })
    const { oldest } = buckets
    if (oldest && buckets.size > mostClients) buckets.delete(oldest.key)
  }

  return {
    spend(client, megapixels) {
      if (perMinute === 0) return
      const left = leftOf(client)
      // An image that is more than the whole budget is made for a client that has used none of it.
      const needed = Math.min(megapixels, perMinute)
      if (left < needed) throw new BudgetExceeded(Math.ceil((needed - left) / perSecond))
      take(client, left - megapixels)
    },
    owe(client, megapixels) {
      if (perMinute > 0) take(client, leftOf(client) - megapixels)
    },
  }
}
