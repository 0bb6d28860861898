import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { deedKinds } from '@octavo/schema/choices.ts'
import type { Deed } from '@octavo/schema/admin/deeds.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useDeedWords } from '../../components/deed-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

/** Who did what, the newest first. */
export function Audit() {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { actorWords, actionWords } = useDeedWords()
  const [kind, setKind] = useState<Deed['kind']>()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['audit', root, kind],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listDeeds', {
        params: { root },
        query: { ...(kind && { kind }), ...(pageParam !== null && { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Stack>
      <Group>
        <NativeSelect
          aria-label={t('settings.auditKind')}
          value={kind ?? ''}
          data={[
            { value: '', label: t('common.all') },
            ...deedKinds.map((one) => ({ value: one, label: t(`settings.kind.${one}`) })),
          ]}
          onChange={({ currentTarget }) =>
            setKind(deedKinds.find((one) => one === currentTarget.value))
          }
        />
      </Group>
      <div className={classes.scroll}>
        <table className={`${classes.table} ${classes.cards} ${classes.deeds}`}>
          <thead>
            <tr>
              <th scope="col">{t('settings.when')}</th>
              <th scope="col">{t('settings.who')}</th>
              <th scope="col">{t('settings.what')}</th>
              <th scope="col">{t('settings.subject')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.pages
              .flatMap(({ deeds }) => deeds)
              .map((deed) => (
                <tr key={deed.seq}>
                  <td className={classes.time} title={format.dateTime(deed.at)}>
                    {format.ago(deed.at)}
                  </td>
                  <td>{actorWords(deed.actor)}</td>
                  <td>
                    {actionWords(deed.action)}
                    {deed.languages.length > 0 && ` (${deed.languages.join(', ')})`}
                  </td>
                  <td>
                    {deed.kind === 'item' ? (
                      <Anchor
                        component={Link}
                        to={`/${root}/contents/${deed.subjectId}`}
                        c="inherit"
                        size="sm"
                      >
                        {deed.subject || `#${deed.subjectId}`}
                      </Anchor>
                    ) : (
                      `${t(`settings.kind.${deed.kind}`)} ${deed.subject}`
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t('item.moreHistory')}
        </Button>
      )}
    </Stack>
  )
}
