import { queryOptions } from '@tanstack/react-query'
import { admin } from './admin.ts'

/** What every page needs first. Without a root, the server returns the first one. */
export function bootstrapQuery(root = '') {
  return queryOptions({
    queryKey: ['bootstrap', root],
    queryFn: ({ signal }) =>
      admin.call('bootstrap', { params: {}, query: root ? { root } : {}, signal }),
    staleTime: 60_000,
  })
}
