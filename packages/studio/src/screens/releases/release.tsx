import { Alert, Button } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../api/session.tsx'
import { useAuditTexts } from '../../components/audit-texts.ts'
import { ReleaseProblems } from '../../components/release-problems.tsx'
import { useText } from '../../i18n/text.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Message } from '../../layout/message.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { pageOf } from '../contents/list-search.ts'
import { Pages } from '../contents/pages.tsx'
import { CheckResults } from './check-results.tsx'
import { Entries } from './entries.tsx'
import { ReleaseActions } from './release-actions.tsx'
import { useReleaseState } from './release-state.tsx'
import classes from './releases.module.css'
import { entriesPerPage, isOpen, useRelease } from './use-release.ts'

/** One release: its changes, what prevents publishing it, and its actions. */
export function ReleasePage() {
  const t = useText()
  const { root, can } = useSession()
  const { actorText } = useAuditTexts()
  const stateOf = useReleaseState()
  const { release: luid } = useParams({ from: '/$root/releases/$release' })
  const { page } = useSearch({ from: '/$root/releases/$release' })
  const navigate = useNavigate({ from: '/$root/releases/$release' })
  const offset = pageOf(page) * entriesPerPage
  const { release: found, entries, check } = useRelease(luid, offset)
  // The last entry of the last page may have been removed.
  const isBehind = entries.data?.rows.length === 0 && offset > 0
  useEffect(() => {
    if (isBehind) void navigate({ search: {}, replace: true })
  }, [isBehind, navigate])
  const { data: release, error } = found
  if (error) return <ErrorView error={error} reset={() => void found.refetch()} />
  if (!release) return <p className={classes.bar}>{t('common.loading')}</p>
  const { state, time } = stateOf(release)
  const isEditable = isOpen(release) && can(release.state === 'scheduled' ? 'editor' : 'writer')
  const facts = [state, time, actorText(release.publishedBy ?? release.createdBy)]
  return (
    <div className={classes.page}>
      <PageHeader
        title={release.name}
        above={
          <>
            <Link to="/$root/releases" params={{ root }}>
              {t('nav.releases')}
            </Link>
            {facts
              .filter((fact) => fact !== '')
              .map((fact) => (
                <span key={fact}>· {fact}</span>
              ))}
          </>
        }
      >
        {isOpen(release) && release.items > 0 && (
          <Button
            variant="subtle"
            color="gray"
            c="inherit"
            renderRoot={(props) => (
              <Link to="/$root/explorer" params={{ root }} search={{ release: luid }} {...props} />
            )}
          >
            {t('release.preview')}
          </Button>
        )}
        <ReleaseActions release={release} check={check.data} />
      </PageHeader>
      {release.hasHiddenItems && (
        <p className={`${classes.bar} ${classes.note}`}>{t('release.hidden')}</p>
      )}
      <div className={classes.results} role="status">
        {release.state === 'failed' && (
          <Alert color="red" title={t('release.state.failed')}>
            <ReleaseProblems problems={release.problems} />
          </Alert>
        )}
        {isOpen(release) && check.data && <CheckResults check={check.data} />}
      </div>
      {entries.data?.rows.length === 0 && !isBehind && (
        <Message title={t('release.empty')}>{t('release.emptyHint')}</Message>
      )}
      {entries.data && entries.data.rows.length > 0 && (
        <div className={classes.body}>
          <Entries release={release} rows={entries.data.rows} isEditable={isEditable} />
        </div>
      )}
      {entries.data && entries.data.total > entriesPerPage && (
        <Pages
          total={entries.data.total}
          page={page}
          size={entriesPerPage}
          onChange={(next) => void navigate({ search: next === undefined ? {} : { page: next } })}
        />
      )}
    </div>
  )
}
