import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useText } from '../../i18n/text.tsx'
import { useEditing } from '../editing.ts'
import classes from '../fields.module.css'

/** A referenced item: a link to it with its state, or a note that it is missing. */
export function Target({ id }: { id: number }) {
  const t = useText()
  const { root, schema, spaces } = useSession()
  const seesAll = spaces.length === schema.root.spaces.length
  const label = useEditing().labels.items[id]
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
