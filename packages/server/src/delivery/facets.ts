/** The facets of a list in its response. */
import type { Facet } from '../query/tree.ts'
import { numberOfKey } from '../fields/number-key.ts'
import type { FacetResult } from '../store/reading.ts'

export function shownFacets(facets: readonly Facet[], results: readonly FacetResult[]): object {
  return Object.fromEntries(
    facets.map(({ name, kind }, index) => [name, shown(results[index], valueOf[kind])]),
  )
}

type ValueOfKey = (key: string) => string | number | boolean

const valueOf: Record<Facet['kind'], ValueOfKey> = {
  text: (key) => key,
  date: (key) => key,
  boolean: (key) => key === 'true',
  id: Number,
  number: numberOfKey,
}

function shown(result: FacetResult | undefined, value: ValueOfKey): object {
  if (result?.kind === 'range') {
    const { min, max } = result
    return { min: min === null ? null : value(min), max: max === null ? null : value(max) }
  }
  return (result?.counts ?? []).map(([key, count]) => ({ value: value(key), count }))
}
