import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Message } from '../../layout/message.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { pageOf } from '../contents/list-search.ts'
import { Pages } from '../contents/pages.tsx'
import settings from '../settings/settings.module.css'
import { NewRelease } from './new-release.tsx'
import { useReleaseState } from './release-state.tsx'
import classes from './releases.module.css'

const pageSize = 50

/** All releases of a root space. */
export function Releases() {
  const t = useText()
  const format = useFormat()
  const { root, can } = useSession()
  const stateOf = useReleaseState()
  const { shown, page } = useSearch({ from: '/$root/releases' })
  const navigate = useNavigate({ from: '/$root/releases' })
  const [isCreating, setCreating] = useState(false)
  const offset = pageOf(page) * pageSize
  const { data, error, refetch } = useQuery({
    queryKey: ['releases', root, shown ?? '', offset],
    queryFn: ({ signal }) =>
      admin.call('listReleases', {
        params: { root },
        query: {
          archived: shown === 'archived' ? 'true' : 'false',
          limit: String(pageSize),
          offset: String(offset),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.releases')}>
        {can('writer') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('release.new')}
          </Button>
        )}
      </PageHeader>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('release.shown')}
          value={shown ?? ''}
          data={[
            { value: '', label: t('release.showCurrent') },
            { value: 'archived', label: t('release.showArchived') },
          ]}
          onChange={(value) =>
            void navigate({ search: value === 'archived' ? { shown: 'archived' } : {} })
          }
        />
      </div>
      {error && <ErrorView error={error} reset={() => void refetch()} />}
      {data?.rows.length === 0 &&
        (shown === 'archived' ? (
          <Message title={t('release.noneArchived')} />
        ) : (
          <Message title={t('release.none')}>{t('release.noneHint')}</Message>
        ))}
      {data && data.rows.length > 0 && (
        <div className={classes.body}>
          <table className={`${settings.table} ${settings.cards}`}>
            <thead>
              <tr>
                <th scope="col">{t('common.name')}</th>
                <th scope="col">{t('release.state')}</th>
                <th scope="col">{t('release.itemCount')}</th>
                <th scope="col">{t('release.time')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((release) => (
                <tr key={release.luid}>
                  <td>
                    <Link
                      to="/$root/releases/$release"
                      params={{ root, release: release.luid }}
                      style={{ color: 'inherit' }}
                    >
                      {release.name}
                    </Link>
                  </td>
                  <td>{stateOf(release).state}</td>
                  <td data-label={t('release.itemCount')}>{format.number(release.items)}</td>
                  <td>{stateOf(release).time}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > pageSize && (
        <Pages
          total={data.total}
          page={page}
          size={pageSize}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      )}
      {isCreating && (
        <NewRelease
          onClose={() => setCreating(false)}
          onCreated={({ luid }) =>
            void navigate({ to: '/$root/releases/$release', params: { root, release: luid } })
          }
        />
      )}
    </div>
  )
}
