import { queryOptions } from '@tanstack/react-query'
import { readBootstrap, takeEarlyBootstrap } from './early-bootstrap.ts'

/** The first request of Studio. Without a root, the server returns the first one. */
export function bootstrapQuery(root = '') {
  return queryOptions({
    queryKey: ['bootstrap', root],
    queryFn: ({ signal }) => takeEarlyBootstrap(root) ?? readBootstrap(root, signal),
    staleTime: 60_000,
  })
}
