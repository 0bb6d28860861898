import type { SavedView } from '@octavo/schema/admin/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import type { ListSearch } from '../list-search.ts'

const queryKey = (root: string) => ['views', root]

/** The saved views of the user, and the shared ones. */
export function useViews(isEnabled: boolean) {
  const { root } = useSession()
  return useQuery({
    enabled: isEnabled,
    queryKey: queryKey(root),
    queryFn: ({ signal }) => admin.call('listViews', { params: { root }, signal }),
  })
}

type ViewRequest =
  | { do: 'create'; name: string; isShared: boolean; search: SavedView['search'] }
  | { do: 'change'; id: string; change: Partial<Omit<SavedView, 'id'>> }
  | { do: 'delete'; id: string }

export function useViewChange(onDone?: () => void) {
  const { root } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (request: ViewRequest): Promise<unknown> => {
      switch (request.do) {
        case 'create': {
          const { name, isShared, search } = request
          return admin.call('createView', { params: { root }, body: { name, isShared, search } })
        }
        case 'change':
          return admin.call('changeView', {
            params: { root, view: request.id },
            body: request.change,
          })
        case 'delete':
          return admin.call('deleteView', { params: { root, view: request.id } })
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKey(root) })
      onDone?.()
    },
  })
}

/** What a view stores of the list: everything except the page. */
export function viewSearch({ page: _page, ...search }: ListSearch): SavedView['search'] {
  const pairs = Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export function isShownBy(search: ListSearch, view: SavedView): boolean {
  const shown = viewSearch(search)
  const names = Object.keys(shown)
  return (
    names.length === Object.keys(view.search).length &&
    names.every((name) => shown[name] === view.search[name])
  )
}
