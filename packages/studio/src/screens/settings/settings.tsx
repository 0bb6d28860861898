import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { later } from '../../layout/later.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import links from '../../components/link-list.module.css'
import classes from './settings.module.css'

const pages = {
  languages: later(async () => (await import('./languages.tsx')).Languages),
  spaces: later(async () => (await import('./spaces.tsx')).Spaces),
  keys: later(async () => (await import('./keys/keys.tsx')).Keys),
  members: later(async () => (await import('./members/members.tsx')).Members),
  content: later(async () => (await import('./content-settings.tsx')).ContentSettings),
  usage: later(async () => (await import('./usage/usage.tsx')).UsagePage),
  trash: later(async () => (await import('./trash.tsx')).Trash),
  audit: later(async () => (await import('./audit.tsx')).Audit),
} as const

type Page = keyof typeof pages
const pageNames = Object.keys(pages) as Page[]

export function Settings() {
  const t = useText()
  const { root, can } = useSession()
  const { page } = useParams({ from: '/$root/settings/$page' })
  const name = pageNames.find((known) => known === page)
  if (!name || !can('admin')) return <NotFound />
  const Page = pages[name]
  return (
    <div>
      <PageHeader title={t(`settings.${name}`)} />
      <div className={classes.page}>
        <nav aria-label={t('nav.settings')}>
          <ul className={`${links.list} ${classes.nav}`}>
            {pageNames.map((one) => (
              <li key={one}>
                <Link
                  to="/$root/settings/$page"
                  params={{ root, page: one }}
                  className={links.link}
                >
                  {t(`settings.${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.content}>
          <Suspense fallback={null}>
            <Page />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
