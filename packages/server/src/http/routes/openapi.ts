import { openapiOf } from '../../describe/openapi.ts'
import type { Route } from '../api.ts'

/** Describes the parts of the space that the key may access. */
export function openapiRoute({ baseUrl }: { baseUrl: string }): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'read',
    summary: 'Describe the API of this space',
    handle: ({ key, schema }) =>
      Promise.resolve({
        body: JSON.stringify(openapiOf(schema, { baseUrl, spaceIds: key.spaceIds })),
      }),
  }
}
