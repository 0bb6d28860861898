import { getContent, listContents, type Delivery } from '../../delivery/read-contents.ts'
import type { Route } from '../api.ts'
import { readPlanned, type PlannedReads } from '../planned-reads.ts'

export function readContentsRoutes(delivery: Delivery & PlannedReads): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents',
      access: 'read',
      summary: 'List items',
      handle: (request) => readPlanned(delivery, request, (one) => listContents(delivery, one)),
    },
    {
      method: 'GET',
      path: '/contents/:id',
      access: 'read',
      summary: 'Get an item',
      handle: (request) =>
        readPlanned(delivery, request, (one) =>
          getContent(delivery, one, request.params['id'] ?? ''),
        ),
    },
  ]
}
