import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useAuditTexts } from '../../../components/audit-texts.ts'
import list from '../../../components/plain-list.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { Section } from './section.tsx'

/** The audit log of the item. */
export function History({ id }: { id: number }) {
  const t = useText()
  return <Section title={t('item.history')}>{() => <Entries id={id} />}</Section>
}

function Entries({ id }: { id: number }) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { actorText, actionText } = useAuditTexts()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['history', root, id],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listHistory', {
        params: { root, id },
        query: { limit: '20', ...(pageParam !== null && { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <>
      <ul className={list.list}>
        {data?.pages
          .flatMap(({ deeds }) => deeds)
          .map((entry) => (
            <li key={entry.seq}>
              {actionText(entry.action)}
              {entry.languages.length > 0 && ` (${entry.languages.join(', ')})`}
              <Text size="xs" c="dimmed" title={format.dateTime(entry.at)}>
                {actorText(entry.actor)} · {format.ago(entry.at)}
              </Text>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" onClick={() => void fetchNextPage()}>
          {t('item.moreHistory')}
        </Button>
      )}
    </>
  )
}
