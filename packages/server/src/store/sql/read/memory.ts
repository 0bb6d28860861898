/** What readings of one process remember. Nothing here can make an answer wrong. */
import { boundedMap, type BoundedMap } from '../../cache/aged-map.ts'

/** With the generation of the models at which it was counted. */
export interface RememberedTotal {
  generation: number
  total: number
  /** How many pages of the list were read since. */
  readings: number
}

export interface ReadMemory {
  readonly totals: BoundedMap<string, RememberedTotal>
  readonly estimates: BoundedMap<string, number>
  /** A list of more items than this is not read as a whole. */
  readonly mostListed: number
}

const maxTotals = 20_000
const maxEstimates = 20_000
const mostListed = 100_000
/** A count is made anew after so many uses, so that plans follow the data. */
const estimateUses = 256

export function createReadMemory(): ReadMemory {
  return {
    totals: remembered(maxTotals, Infinity),
    estimates: remembered(maxEstimates, estimateUses),
    mostListed,
  }
}

/** What was used so often is forgotten. */
function remembered<Value>(size: number, uses: number): BoundedMap<string, Value> {
  const entries = boundedMap<string, { value: Value; uses: number }>(size)
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && ++entry.uses <= uses ? entry.value : undefined
    },
    set: (key, value) => entries.set(key, { value, uses: 0 }),
  }
}
