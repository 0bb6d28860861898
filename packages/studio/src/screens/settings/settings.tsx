import { Link, useParams } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { WebhookAttention } from '../../layout/attention.tsx'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import links from '../../components/link-list.module.css'
import { settingsPages, type SettingsPage } from './settings-pages.ts'
import classes from './settings.module.css'

const pages = {
  languages: lazyPart(async () => (await import('./languages.tsx')).Languages),
  spaces: lazyPart(async () => (await import('./spaces.tsx')).Spaces),
  keys: lazyPart(async () => (await import('./keys/keys.tsx')).Keys),
  tokens: lazyPart(async () => (await import('./tokens/tokens.tsx')).Tokens),
  webhooks: lazyPart(async () => (await import('./webhooks/webhooks.tsx')).Webhooks),
  members: lazyPart(async () => (await import('./members/members.tsx')).Members),
  content: lazyPart(async () => (await import('./content-settings.tsx')).ContentSettings),
  usage: lazyPart(async () => (await import('./usage/usage.tsx')).UsagePage),
  trash: lazyPart(async () => (await import('./trash.tsx')).Trash),
  audit: lazyPart(async () => (await import('./audit.tsx')).Audit),
} as const satisfies Record<SettingsPage, unknown>

export function Settings() {
  const t = useText()
  const { root, can } = useSession()
  const { page } = useParams({ from: '/$root/settings/$page' })
  const name = settingsPages.find((one) => one === page)
  if (!name || !can('admin')) return <NotFound />
  const Page = pages[name]
  return (
    <div>
      <PageHeader title={t(`settings.${name}`)} />
      <div className={classes.page}>
        <nav aria-label={t('nav.settings')}>
          <ul className={`${links.list} ${classes.nav}`}>
            {settingsPages.map((one) => (
              <li key={one}>
                <Link
                  to="/$root/settings/$page"
                  params={{ root, page: one }}
                  className={links.link}
                >
                  {t(`settings.${one}`)}
                  {one === 'webhooks' && <WebhookAttention />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.content}>
          <Page />
        </div>
      </div>
    </div>
  )
}
