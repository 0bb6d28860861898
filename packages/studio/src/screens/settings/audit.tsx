import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { auditKinds } from '@octavo/schema/choices.ts'
import type { AuditEntry } from '@octavo/schema/admin/audit.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useAuditTexts } from '../../components/audit-texts.ts'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

/** The audit log, newest first. */
export function Audit() {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { actorText, actionText } = useAuditTexts()
  const [kind, setKind] = useState<AuditEntry['kind']>()
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['audit', root, kind],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listAuditEntries', {
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
            ...auditKinds.map((one) => ({ value: one, label: t(`settings.kind.${one}`) })),
          ]}
          onChange={({ currentTarget }) =>
            setKind(auditKinds.find((one) => one === currentTarget.value))
          }
        />
      </Group>
      <div className={classes.scroll}>
        <table className={`${classes.table} ${classes.cards} ${classes.audit}`}>
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
              .map((entry) => (
                <tr key={entry.seq}>
                  <td className={classes.time} title={format.dateTime(entry.at)}>
                    {format.ago(entry.at)}
                  </td>
                  <td>
                    {actorText(entry.actor)}
                    {entry.address !== null && (
                      <span className={classes.small}> {entry.address}</span>
                    )}
                  </td>
                  <td>
                    {actionText(entry.action)}
                    {entry.languages.length > 0 &&
                      ` (${entry.languages.map(format.language).join(', ')})`}
                  </td>
                  <td>
                    {entry.kind === 'item' ? (
                      <Anchor
                        component={Link}
                        to={`/${root}/contents/${entry.subjectId}`}
                        c="inherit"
                        size="sm"
                      >
                        {entry.subject || `#${entry.subjectId}`}
                      </Anchor>
                    ) : (
                      `${t(`settings.kind.${entry.kind}`)} ${entry.subject}`
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {isPending && <Loading size="sm" />}
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t('item.moreHistory')}
        </Button>
      )}
    </Stack>
  )
}
