import type { Schema } from '@octavo/schema/schema.ts'
import { openapiOf } from '../../describe/openapi.ts'
import { boundedMap, type BoundedMap } from '../../store/cache/aged-map.ts'
import type { Route } from '../api.ts'

/** Documents for keys with different spaces. */
const maxCached = 4

/** Describes the parts of the space that the key may access. */
export function openapiRoute({ baseUrl }: { baseUrl: string }): Route {
  /** A document of a large schema takes as long as many reads. A changed schema is another object. */
  const documents = new WeakMap<Schema, BoundedMap<string, string>>()

  function documentOf(schema: Schema, spaceIds: readonly number[] | null): string {
    const own = documents.getOrInsertComputed(schema, () => boundedMap(maxCached))
    const name = JSON.stringify(spaceIds)
    const cached = own.get(name)
    if (cached !== undefined) return cached
    const document = JSON.stringify(openapiOf(schema, { baseUrl, spaceIds }))
    own.set(name, document)
    return document
  }

  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'read',
    summary: 'Describe the API of this space',
    handle: ({ key, schema }) => Promise.resolve({ body: documentOf(schema, key.spaceIds) }),
  }
}
