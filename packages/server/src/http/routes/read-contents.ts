import { getContent, listContents, type Delivery } from '../../delivery/read-contents.ts'
import type { Route } from '../api.ts'

export function readContentsRoutes(delivery: Delivery): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents',
      access: 'read',
      summary: 'List items',
      handle: (request) => listContents(delivery, request),
    },
    {
      method: 'GET',
      path: '/contents/:id',
      access: 'read',
      summary: 'Get an item',
      handle: (request) => getContent(delivery, request, request.params['id'] ?? ''),
    },
  ]
}
