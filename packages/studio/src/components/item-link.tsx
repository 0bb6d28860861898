import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'

/** The title of an item, or another one that it has in a release. */
export function ItemLink({ item, title }: { item: ItemLabel; title?: string }) {
  const t = useText()
  const { root } = useSession()
  return (
    <Link
      to="/$root/contents/$id"
      params={{ root, id: String(item.id) }}
      style={{ color: 'inherit' }}
    >
      {title || item.title || t('common.untitled')}
    </Link>
  )
}
