import { queryOptions } from '@tanstack/react-query'
import { admin, takeReply } from './admin.ts'

/** What every page needs first. Without a root, the server returns the first one. */
export function bootstrapQuery(root = '') {
  const request = { params: {}, query: root ? { root } : {} }
  return queryOptions({
    queryKey: ['bootstrap', root],
    queryFn: ({ signal }) => admin.call('bootstrap', { ...request, signal }),
    initialData: () => takeReply('bootstrap', request),
    staleTime: 60_000,
  })
}
