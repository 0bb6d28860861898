import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { useText } from '../../../i18n/text.tsx'
import classes from '../editor.module.css'
import { Section } from './section.tsx'

interface ReferrersProps {
  id: number
  /** Of a media item instead of a content item. */
  isMedia?: boolean
}

/** Who points at this. */
export function Referrers({ id, isMedia = false }: ReferrersProps) {
  const t = useText()
  return (
    <Section title={t('item.referrers')} isOpenAtFirst={isMedia}>
      {() => <ReferrerList id={id} isMedia={isMedia} />}
    </Section>
  )
}

function ReferrerList({ id, isMedia }: { id: number; isMedia: boolean }) {
  const t = useText()
  const { root, schema } = useSession()
  const { data } = useQuery({
    queryKey: ['referrers', root, isMedia ? 'media' : 'item', id],
    queryFn: ({ signal }) =>
      admin.call(isMedia ? 'listMediaReferrers' : 'listReferrers', {
        params: { root, id },
        signal,
      }),
  })
  if (!data)
    return (
      <Text size="sm" c="dimmed">
        {t('common.loading')}
      </Text>
    )
  if (data.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('item.noReferrers')}
      </Text>
    )
  return (
    <ul className={classes.plainList}>
      {data.rows.map((row) => (
        <li key={row.id}>
          <Anchor component={Link} to={`/${root}/contents/${row.id}`} size="sm">
            {row.title || t('common.untitled')}
          </Anchor>{' '}
          <Text component="span" size="xs" c="dimmed">
            {schema.modelByLuid.get(row.model)?.name} ·{' '}
            {[...new Set(row.places.map(({ path }) => path))].slice(0, 3).join(', ')}{' '}
          </Text>
          {row.state !== 'active' && <StatusBadge status={row.state} />}
        </li>
      ))}
      {data.total > data.rows.length && (
        <li>{t('item.moreReferrers', { count: data.total - data.rows.length })}</li>
      )}
    </ul>
  )
}
