/** Limits the work for new variants per client: a token bucket in megapixels. */
import { Refusal } from '@octavo/schema/errors.ts'
import { AgedMap } from '../../store/cache/aged-map.ts'

export interface VariantBudget {
  /** Charges the client, or throws if its budget is exceeded. */
  spend(client: string, megapixels: number): void
  /** Charges additional cost that is known only during the work. The budget may become negative. */
  owe(client: string, megapixels: number): void
}

export class BudgetExceeded extends Refusal {
  override name = 'BudgetExceeded'
  readonly seconds: number

  constructor(seconds: number) {
    const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    super(
      'tooManyRequests',
      `too many new image sizes requested from this address; retry in ${wait}`,
    )
    this.seconds = seconds
  }
}

/** Beyond this number, the least recently active client is removed. */
const maxClients = 10_000

interface Bucket {
  left: number
  at: number
}

/** `perMinute` is also the burst size; 0 means no limit. */
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
    if (oldest && buckets.size > maxClients) buckets.delete(oldest.key)
  }

  return {
    spend(client, megapixels) {
      if (perMinute === 0) return
      const left = leftOf(client)
      // An image that costs more than the full budget is allowed if the client has used none of it.
      const needed = Math.min(megapixels, perMinute)
      if (left < needed) throw new BudgetExceeded(Math.ceil((needed - left) / perSecond))
      take(client, left - megapixels)
    },
    owe(client, megapixels) {
      if (perMinute > 0) take(client, leftOf(client) - megapixels)
    },
  }
}
