import { Kbd, NativeSelect } from '@mantine/core'
import { IconPoint, IconSearch, IconSettings, type Icon } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import links from '../components/link-list.module.css'
import { iconOf } from '../components/model-icon.tsx'
import { useText } from '../i18n/text.tsx'
import { WebhookAttention } from './attention.tsx'
import { Brand } from './brand.tsx'
import { DeployStatus } from './deploys/deploy-status.tsx'
import { modifier } from './finding/modifier.ts'
import classes from './navigation.module.css'
import { usePages, type Page } from './pages.ts'
import { UserMenu } from './user-menu.tsx'

/** By default the router marks a link as active on all pages below it, but each list is its own page. */
const exactly = { exact: true }

interface NavigationProps {
  isInDrawer?: boolean
  /** Opens the palette; in a drawer, the bar above has a button for it. */
  onSearch?: () => void
}

export function Navigation({ isInDrawer = false, onSearch }: NavigationProps) {
  const t = useText()
  const { root, roots, can } = useSession()
  const navigate = useNavigate()
  const pages = usePages()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <div className={classes.column}>
      {!isInDrawer && <Brand />}
      {onSearch && (
        <button type="button" className={classes.search} onClick={onSearch}>
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span className={classes.label}>{t('find.open')}</span>
          <Kbd size="xs" aria-hidden>
            {modifier} K
          </Kbd>
        </button>
      )}
      {roots.length > 1 && (
        <NativeSelect
          aria-label={t('nav.root')}
          value={root}
          data={roots.map(({ luid, name }) => ({ value: luid, label: name }))}
          onChange={({ currentTarget }) =>
            void navigate({ to: '/$root/start', params: { root: currentTarget.value } })
          }
        />
      )}
      <ul className={`${links.list} ${classes.list}`}>
        {pages.map((page) => (
          <li key={page.to}>
            {page.to === '/$root/contents' ? <Contents page={page} /> : <PageLink page={page} />}
          </li>
        ))}
        {can('admin') && (
          <li>
            <Link
              to="/$root/settings/$page"
              params={{ root, page: 'languages' }}
              className={links.link}
              aria-current={pathname.startsWith(`/${root}/settings/`) ? 'page' : undefined}
            >
              <Label icon={IconSettings}>{t('nav.settings')}</Label>
              <WebhookAttention />
            </Link>
          </li>
        )}
      </ul>
      <DeployStatus />
      <UserMenu />
    </div>
  )
}

function PageLink({ page: { to, label, icon } }: { page: Page }) {
  const t = useText()
  const { root } = useSession()
  return (
    <Link to={to} params={{ root }} className={links.link}>
      <Label icon={icon}>{t(label)}</Label>
    </Link>
  )
}

/** The list of all items, and below it those of the models. */
function Contents({ page: { label, icon } }: { page: Page }) {
  const t = useText()
  const { root, schema } = useSession()
  const { isList, model } = useRouterState({
    select: ({ location }) => ({
      isList: location.pathname === `/${root}/contents`,
      model: (location.search as { model?: string }).model,
    }),
    structuralSharing: true,
  })
  const { models } = schema.root
  // Names are in one column, also of models without an icon.
  const plainIcon = models.some((one) => one.icon) ? IconPoint : undefined
  return (
    <>
      <Link
        to="/$root/contents"
        params={{ root }}
        search={{}}
        className={links.link}
        activeOptions={exactly}
        aria-current={isList && model === undefined ? 'page' : undefined}
      >
        <Label icon={icon}>{t(label)}</Label>
      </Link>
      <ul className={`${links.list} ${classes.inner}`}>
        {models.map((one) => (
          <li key={one.luid}>
            <Link
              to="/$root/contents"
              params={{ root }}
              search={{ model: one.luid }}
              className={links.link}
              activeOptions={exactly}
              aria-current={isList && model === one.luid ? 'page' : undefined}
            >
              <Label icon={one.icon ? iconOf(one.icon) : plainIcon}>{one.name}</Label>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Label({ icon: Drawing, children }: { icon: Icon | undefined; children: ReactNode }) {
  return (
    <>
      {Drawing && <Drawing size={17} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{children}</span>
    </>
  )
}
