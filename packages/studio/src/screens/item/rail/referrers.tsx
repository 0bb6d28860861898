import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { ReferrerRows } from '../../../components/referrer-rows.tsx'
import { useText } from '../../../i18n/text.tsx'
import { Section } from './section.tsx'

interface ReferrersProps {
  id: number
  /** Whether `id` is that of a media item. */
  isMedia?: boolean
}

/** The items that reference this one. */
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
  const { root } = useSession()
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
  return <ReferrerRows found={data} />
}
