import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/session.tsx'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { useTitle } from '../../layout/page-header.tsx'
import { Wrong } from '../../layout/wrong.tsx'
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
  if (error && !data) return <Wrong error={error} reset={() => void refetch()} />
  // A definition that somebody else changed starts the builder anew, unless this one was edited.
  return data ? <Builder document={data} /> : null
}
