import type { Delivery } from '../../delivery/read-contents.ts'
import { getMedia, listMedia } from '../../delivery/read-media.ts'
import type { Route } from '../api.ts'

export function readMediaRoutes(delivery: Delivery): Route[] {
  return [
    {
      method: 'GET',
      path: '/media',
      access: 'read media',
      summary: 'List files',
      handle: (request) => listMedia(delivery, request),
    },
    {
      method: 'GET',
      path: '/media/:id',
      access: 'read media',
      summary: 'Get a file',
      handle: (request) => getMedia(delivery, request, request.params['id'] ?? ''),
    },
  ]
}
