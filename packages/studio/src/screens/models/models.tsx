import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/session.tsx'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { useTitle } from '../../layout/page-header.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Builder } from './builder.tsx'

export function Models() {
  const t = useText()
  const { root, can } = useSession()
  useTitle(t('nav.models'))
  const { data, error, refetch } = useQuery({
    queryKey: ['schema', root],
    queryFn: ({ signal }) => admin.call('readSchema', { params: { root }, signal }),
    staleTime: 0,
  })
  if (!can('admin')) return <NotFound />
  if (error && !data) return <ErrorView error={error} reset={() => void refetch()} />
  // A change by another user resets the builder, unless it has local edits.
  return data ? <Builder document={data} /> : null
}
