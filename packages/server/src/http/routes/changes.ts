import { parseView } from '../../live/parse-view.ts'
import type { LiveStreams } from '../../live/streams.ts'
import type { Route } from '../api.ts'

export function changesRoute(streams: LiveStreams): Route {
  return {
    method: 'GET',
    path: '/changes',
    access: 'read',
    summary: 'Follow changes',
    isStream: true,
    async handle(request) {
      const { key, headers } = request
      const view = parseView(request)
      const lastEventId = headers['last-event-id']
      return {
        body: '',
        stream: () =>
          streams.open({
            key,
            view,
            lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
          }),
      }
    },
  }
}
