import { queryOptions } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'

export function itemQuery(root: string, id: string) {
  return queryOptions({
    queryKey: ['item', root, id],
    queryFn: ({ signal }) => admin.call('readItem', { params: { root, id }, signal }),
    // Editing needs the current data.
    staleTime: 0,
    gcTime: 0,
  })
}
