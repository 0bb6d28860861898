import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useDeedWords } from '../../../components/deed-words.ts'
import list from '../../../components/plain-list.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { Section } from './section.tsx'

/** What happened to the item and who did it. */
export function History({ id }: { id: number }) {
  const t = useText()
  return <Section title={t('item.history')}>{() => <Deeds id={id} />}</Section>
}

function Deeds({ id }: { id: number }) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { actorWords, actionWords } = useDeedWords()
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
          .map((deed) => (
            <li key={deed.seq}>
              {actionWords(deed.action)}
              {deed.languages.length > 0 && ` (${deed.languages.join(', ')})`}
              <Text size="xs" c="dimmed" title={format.dateTime(deed.at)}>
                {actorWords(deed.actor)} · {format.ago(deed.at)}
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
