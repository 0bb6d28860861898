import { Alert } from '@mantine/core'
import type { StartPage } from '@octavo/schema/admin/start.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { ReleaseProblems } from '../../components/release-problems.tsx'
import list from '../../components/plain-list.module.css'
import type { TextKey } from '../../i18n/en/en.ts'
import { useFormat } from '../../i18n/format.ts'
import { problemTexts } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './start.module.css'

/** Schedules, releases and webhooks that failed, with links to where they can be fixed. */
export function Failures({ page }: { page: StartPage }) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { failedSchedules, failingWebhooks } = page
  const failedReleases = page.releases.filter(({ state }) => state === 'failed')
  if (failedSchedules.length + failedReleases.length + failingWebhooks.length === 0) return null
  return (
    <Alert color="red" className={classes.failures} title={t('start.failures')}>
      <ul className={list.list}>
        {failedSchedules.map(({ item, language, action, at, problems }) => (
          <li key={`${item.id} ${language} ${action}`}>
            <Link to="/$root/contents/$id" params={{ root, id: String(item.id) }}>
              {item.title || t('common.untitled')}
            </Link>
            {` · ${t(`schedule.failed.${action}`)} (${format.language(language)}) · ${format.moment(at)} · `}
            {problemTexts(problems, t)}
          </li>
        ))}
        {failedReleases.map(({ luid, name, problems }) => (
          <li key={`release ${luid}`}>
            <Link to="/$root/releases/$release" params={{ root, release: luid }}>
              {name}
            </Link>
            {` · ${t('start.releaseFailed')}`}
            <ReleaseProblems problems={problems} />
          </li>
        ))}
        {failingWebhooks.map(({ id, name, failingSince, disabledReason }) => (
          <li key={`webhook ${id}`}>
            <Link to="/$root/settings/$page" params={{ root, page: 'webhooks' }}>
              {t(webhookText(disabledReason), {
                name,
                time: failingSince === null ? '' : format.dateTime(failingSince),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function webhookText(reason: StartPage['failingWebhooks'][number]['disabledReason']): TextKey {
  if (reason === null) return 'start.webhookFailing'
  return reason === 'restored' ? 'start.webhookRestored' : 'start.webhookDisabled'
}
