import { queryOptions } from '@tanstack/react-query'
import { admin } from './admin.ts'

/** The first request of the app. Without a root the server answers for the first one. */
export function bootstrapQuery(root: string | undefined) {
  return queryOptions({
    queryKey: ['bootstrap', root ?? ''],
    queryFn: ({ signal }) =>
      admin.call('bootstrap', { params: {}, query: root ? { root } : {}, signal }),
    staleTime: 60_000,
  })
}
