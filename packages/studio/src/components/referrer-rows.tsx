import { Anchor, Text } from '@mantine/core'
import type { Referrer, ReferrerList } from '@octavo/schema/admin/referrers.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './plain-list.module.css'
import { StatusBadge } from './status-badge.tsx'

interface ReferrerRowsProps {
  found: ReferrerList
  /** Opens links in a new tab, so that the page stays open. */
  isInNewTab?: boolean
}

/** Items that reference an item or file, with the fields that do. */
export function ReferrerRows({ found, isInNewTab = false }: ReferrerRowsProps) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const more = found.total - found.rows.length
  return (
    <ul className={classes.list}>
      {found.rows.map((row) => (
        <li key={row.id}>
          <Anchor
            component={Link}
            to={`/${root}/contents/${row.id}`}
            size="sm"
            {...(isInNewTab && { target: '_blank' })}
          >
            {row.title || t('common.untitled')}
          </Anchor>{' '}
          <Places row={row} />
          {row.state !== 'active' && <StatusBadge status={row.state} />}
        </li>
      ))}
      {more > 0 && <li>{t('item.moreReferrers', { count: format.number(more) })}</li>}
    </ul>
  )
}

function Places({ row: { model: luid, places } }: { row: Referrer }) {
  const { schema } = useSession()
  const model = schema.modelByLuid.get(luid)
  const nameOf = (path: string): string => {
    const [own] = path.split(/[.[]/, 1)
    return model?.fields.find((field) => field.luid === own)?.name ?? path
  }
  const names = new Set(places.map(({ path }) => nameOf(path)))
  return (
    <Text component="span" size="xs" c="dimmed">
      {model?.name} · {[...names].slice(0, 3).join(', ')}{' '}
    </Text>
  )
}
