import { openapiOf } from '../../describe/openapi.ts'
import type { Route } from '../api.ts'

/** The description of the space that the key reads, as far as the key may know of it. */
export function openapiRoute({ baseUrl }: { baseUrl: string }): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'read',
    summary: 'Describes the API of this space',
    handle: ({ key, schema }) =>
      Promise.resolve({
        body: JSON.stringify(openapiOf(schema, { baseUrl, spaceIds: key.spaceIds })),
      }),
  }
}
