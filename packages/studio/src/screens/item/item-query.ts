import { queryOptions } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'

export function itemQuery(root: string, id: string) {
  return queryOptions({
    queryKey: ['item', root, id],
    queryFn: ({ signal }) => admin.call('readItem', { params: { root, id }, signal }),
    // What is edited must be what is there now.
    staleTime: 0,
    gcTime: 0,
  })
}
