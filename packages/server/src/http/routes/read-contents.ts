import { getContent, listContents, type Delivery } from '../../delivery/read-contents.ts'
import type { Route } from '../api.ts'

export function readContentsRoutes(delivery: Delivery): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents',
      access: 'read',
      summary: 'Lists content',
      handle: ({ key, schema, query }) => listContents(delivery, { key, schema, query }),
    },
    {
      method: 'GET',
      path: '/contents/:id',
      access: 'read',
      summary: 'Gives one content item',
      handle: ({ key, schema, query, params }) =>
        getContent(delivery, { key, schema, query, id: params['id'] ?? '' }),
    },
  ]
}
