import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { admin, takeReply } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { listFields } from './list-fields.ts'
import { listRequest } from './list-request.ts'
import { filtersIn, inactiveState, type ListSearch } from './list-search.ts'

export type ChangeSearch = (
  change: Partial<ListSearch>,
  options?: { isReplacing?: boolean },
) => void

/** The list that the URL describes. */
export function useList() {
  const t = useText()
  const { root, schema } = useSession()
  const search = useSearch({ from: '/$root/contents' })
  const navigate = useNavigate({ from: '/$root/contents' })
  const fields = useMemo(() => listFields(schema, search.model, t), [schema, search.model, t])
  const {
    columns: paths,
    pictures,
    usualOrder,
    query,
  } = useMemo(() => listRequest(schema, search), [schema, search])
  const columns = useMemo(
    () => paths.flatMap((path) => fields.find((field) => field.path === path) ?? []),
    [paths, fields],
  )
  const list = useQuery({
    queryKey: ['contents', root, query],
    queryFn: ({ signal }) => admin.call('listContents', { params: { root }, query, signal }),
    initialData: () => takeReply('listContents', { params: { root }, query }),
    placeholderData: keepPreviousData,
  })
  /** Every change except of the page number returns to the first page. */
  const change = useCallback<ChangeSearch>(
    (changes, options) =>
      void navigate({
        search: (old) => clean({ ...old, page: undefined, ...changes }),
        replace: options?.isReplacing ?? false,
      }),
    [navigate],
  )
  const filters = filtersIn(search)
  const order =
    search.order ??
    (inactiveState(search) === undefined ? (usualOrder ?? '-_created_at') : '-_away_at')
  return { search, change, fields, columns, pictures, order, list, query, filters }
}

function clean(search: ListSearch): ListSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  )
}
