/** Refetches queries that a change event of the server affects. */
import type { ChangeEvent, StreamReady } from '@octavo/schema/admin/audit.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { admin } from './admin.ts'
import { follow } from './follow.ts'

const touched: Record<ChangeEvent['kind'], string[]> = {
  item: [
    'deploys',
    'contents',
    'counts',
    'referrers',
    'schedules',
    'releases',
    'history',
    'labels',
    'audit',
    'start',
    'translations',
  ],
  media: ['deploys', 'media', 'labels', 'counts', 'audit'],
  schema: ['bootstrap', 'schema', 'contents', 'counts', 'item', 'audit'],
  key: ['keys', 'audit', 'start'],
  token: ['tokens', 'audit'],
  webhook: ['webhooks', 'deploys', 'audit', 'start'],
  release: ['releases', 'audit', 'start'],
  user: ['members', 'audit'],
  space: ['bootstrap', 'counts', 'audit'],
}

/** Collects many changes at once, such as an import, into one refresh. */
const collectMs = 250

export function useLiveUpdates(root: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = (): void => {
      timer = undefined
      refresh(client, waiting)
      waiting.clear()
    }
    const touch = (keys: readonly string[]): void => {
      for (const key of keys) waiting.add(key)
      timer ??= setTimeout(flush, collectMs)
    }
    const stop = follow({
      page: document,
      open: () => new EventSource(admin.url('events', { root })),
      onChange(data) {
        const change = JSON.parse(data) as ChangeEvent
        touch(touched[change.kind])
        if (change.kind === 'item') touch([`item:${change.subjectId}`])
      },
      onReady(data) {
        const { quietMs } = JSON.parse(data) as StreamReady
        // Everything was read since the page was opened, so it is current if nothing changed since then.
        if (quietMs <= performance.now()) touch(Object.values(touched).flat())
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [root, client])
}

function refresh(client: QueryClient, keys: ReadonlySet<string>): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [name, , id] = queryKey as [string, unknown, unknown]
      return keys.has(name) || (name === 'item' && keys.has(`item:${String(id)}`))
    },
  })
}
