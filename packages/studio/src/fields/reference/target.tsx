import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useText } from '../../i18n/text.tsx'
import { useNotes } from '../editing.ts'
import classes from '../fields.module.css'

/** A referenced item: a link to it with its state, or a note that it is missing. */
export function Target({ id }: { id: number }) {
  const t = useText()
  const { root, schema, spaces } = useSession()
  const seesAll = spaces.length === schema.root.spaces.length
  const known = useNotes(({ labels }) => labels.items[id])
  const { label, isLoading } = useLabel(id, known)
  if (isLoading) return <span className={classes.gone}>{t('common.loading')}</span>
  if (!label || label.state === 'trash') {
    return (
      <span className={classes.gone}>
        {t(seesAll ? 'item.referenceGone' : 'item.referenceHidden', { id })}
      </span>
    )
  }
  return (
    <>
      <Link to="/$root/contents/$id" params={{ root, id: String(id) }}>
        {label.title || t('common.untitled')}
      </Link>
      {label.state === 'archived' && <StatusBadge status="archived" />}
      {label.state === 'active' && label.status !== 'published' && (
        <StatusBadge status={label.status ?? 'none'} />
      )}
    </>
  )
}

/** The label of the item, or else of a default value, which comes without one. */
function useLabel(id: number, known: ItemLabel | undefined) {
  const { root } = useSession()
  const { data, isLoading } = useQuery({
    queryKey: ['labels', root, String(id)],
    queryFn: ({ signal }) =>
      admin.call('readLabels', { params: { root }, query: { items: String(id) }, signal }),
    enabled: known === undefined,
  })
  return { label: known ?? data?.items[id], isLoading: known === undefined && isLoading }
}
