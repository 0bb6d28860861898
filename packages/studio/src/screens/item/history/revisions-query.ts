import type { RevisionInfo } from '@octavo/schema/admin/revisions.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'

const pageSize = '20'

export interface Revisions {
  /** Undefined while the first page is loading. */
  list: RevisionInfo[] | undefined
  error: Error | null
  isFetchingMore: boolean
  /** Undefined if all are loaded. */
  more: (() => void) | undefined
}

/** The revisions of an item, newest first, in pages; optionally of one language only. */
export function useRevisions(id: number, language?: string): Revisions {
  const { root } = useSession()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['revisions', root, id, language ?? ''],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listRevisions', {
        params: { root, id },
        query: {
          limit: pageSize,
          ...(language !== undefined && { language }),
          ...(pageParam !== null && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return {
    list: data?.pages.flatMap(({ revisions }) => revisions),
    error,
    isFetchingMore: isFetchingNextPage,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

/** Loads the revisions again when the item has changed. */
export function useFreshRevisions(id: number, changedAt: string): void {
  const { root } = useSession()
  const client = useQueryClient()
  const shown = useRef(changedAt)
  useEffect(() => {
    if (shown.current === changedAt) return
    shown.current = changedAt
    void client.invalidateQueries({ queryKey: ['revisions', root, id] })
    void client.invalidateQueries({ queryKey: ['revision', root, id] })
  }, [client, root, id, changedAt])
}

export function useRevision(id: number, revision: number | null) {
  const { root } = useSession()
  return useQuery({
    queryKey: ['revision', root, id, revision],
    queryFn: ({ signal }) =>
      admin.call('readRevision', {
        params: { root, id, revision: String(revision) },
        signal,
      }),
    enabled: revision !== null,
  })
}
