/** Caches of the reads of one process. A stale entry can make a response slow, never wrong. */
import { boundedMap, type BoundedMap } from '../../cache/aged-map.ts'

/** A total, with the generation of the models at which it was counted. */
export interface CachedTotal {
  generation: number
  total: number
  /** Number of pages of the list that were read since. */
  readings: number
}

export interface ReadCache {
  readonly totals: BoundedMap<string, CachedTotal>
  readonly estimates: BoundedMap<string, number>
  /** Lists with more items are not read completely. */
  readonly maxListed: number
}

const maxTotals = 20_000
const maxEstimates = 20_000
const maxListed = 100_000
/** An estimate is refreshed after this many uses, so that plans follow the data. */
const estimateUses = 256

export function createReadCache(): ReadCache {
  return {
    totals: limitedUses(maxTotals, Infinity),
    estimates: limitedUses(maxEstimates, estimateUses),
    maxListed,
  }
}

/** A bounded map whose entries expire after a number of uses. */
function limitedUses<Value>(size: number, uses: number): BoundedMap<string, Value> {
  const entries = boundedMap<string, { value: Value; uses: number }>(size)
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && ++entry.uses <= uses ? entry.value : undefined
    },
    set: (key, value) => entries.set(key, { value, uses: 0 }),
  }
}
