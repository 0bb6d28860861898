import type { Kind, Place, Work } from './work.ts'

/** The LUID of the open model or field set, so that a URL can link to it. */
export interface ModelsSearch {
  model?: string
  set?: string
}

const names = { models: 'model', fieldSets: 'set' } as const satisfies Record<
  Kind,
  keyof ModelsSearch
>
const kinds = Object.keys(names) as Kind[]

export function readModelsSearch(search: Record<string, unknown>): ModelsSearch {
  const read: ModelsSearch = {}
  for (const name of Object.values(names)) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') read[name] = value
  }
  return read
}

export function placeOf(search: ModelsSearch, work: Work): Place | null {
  for (const kind of kinds) {
    const type = work[kind].find(({ luid }) => luid === search[names[kind]])
    if (type) return { kind, key: type.key }
  }
  return null
}

export function searchOf(place: Place | null, work: Work): ModelsSearch {
  const type = place && work[place.kind].find(({ key }) => key === place.key)
  return type ? { [names[place.kind]]: type.luid } : {}
}
