import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { defaultColumns, defaultOrder, listFields, pictureFields } from './list-fields.ts'
import { filtersIn, inactiveState, listQuery, type ListSearch } from './list-search.ts'

export type ChangeSearch = (
  change: Partial<ListSearch>,
  options?: { isReplacing?: boolean },
) => void

/** The limit of the service. */
const mostColumns = 20

/** The list that the URL describes. */
export function useList() {
  const t = useText()
  const { root, schema } = useSession()
  const search = useSearch({ from: '/$root/contents' })
  const navigate = useNavigate({ from: '/$root/contents' })
  const fields = useMemo(() => listFields(schema, search.model, t), [schema, search.model, t])
  const inactive = inactiveState(search)
  const columns = useMemo(() => {
    // Archived and deleted items show only their title.
    if (inactive !== undefined) return []
    const names = search.columns?.split(',') ?? defaultColumns(schema, search.model)
    return names.flatMap(
      (path) => fields.find((field) => field.path === path && field.isColumn) ?? [],
    )
  }, [inactive, search.columns, search.model, schema, fields])
  const pictures = useMemo(() => pictureFields(schema, search.model), [schema, search.model])
  const usualOrder = defaultOrder(schema, search.model)
  const paths = columns.map(({ path }) => path).filter((path) => !path.startsWith('_'))
  const cells = [...new Set([...paths, ...pictures.values()])].slice(0, mostColumns)
  const query = listQuery(search, cells, usualOrder)
  const list = useQuery({
    queryKey: ['contents', root, query],
    queryFn: ({ signal }) => admin.call('listContents', { params: { root }, query, signal }),
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
    search.order ?? (inactive === undefined ? (usualOrder ?? '-_created_at') : '-_away_at')
  return { search, change, fields, columns, pictures, order, list, query, filters }
}

function clean(search: ListSearch): ListSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  )
}
