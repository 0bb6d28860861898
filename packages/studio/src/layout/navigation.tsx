import { Kbd, NativeSelect } from '@mantine/core'
import {
  IconApi,
  IconBox,
  IconCalendar,
  IconFiles,
  IconHome,
  IconPackage,
  IconPhoto,
  IconPoint,
  IconSearch,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
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
  const { root, roots, schema, can } = useSession()
  const navigate = useNavigate()
  const { pathname, model } = useRouterState({
    select: ({ location }) => ({
      pathname: location.pathname,
      model: (location.search as { model?: string }).model,
    }),
    structuralSharing: true,
  })
  const isList = pathname === `/${root}/contents`
  // Names are in one column, also of models without an icon.
  const plainIcon = schema.root.models.some(({ icon }) => icon) ? IconPoint : undefined
  const entry = (
    to:
      | '/$root/start'
      | '/$root/calendar'
      | '/$root/releases'
      | '/$root/media'
      | '/$root/models'
      | '/$root/explorer',
    icon: Icon,
    label: string,
  ) => (
    <Link to={to} params={{ root }} className={links.link}>
      <Label icon={icon}>{label}</Label>
    </Link>
  )
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
        <li>{entry('/$root/start', IconHome, t('nav.start'))}</li>
        <li>
          <Link
            to="/$root/contents"
            params={{ root }}
            search={{}}
            className={links.link}
            activeOptions={exactly}
            aria-current={isList && model === undefined ? 'page' : undefined}
          >
            <Label icon={IconFiles}>{t('nav.all')}</Label>
          </Link>
          <ul className={`${links.list} ${classes.inner}`}>
            {schema.root.models.map(({ luid, name, icon }) => (
              <li key={luid}>
                <Link
                  to="/$root/contents"
                  params={{ root }}
                  search={{ model: luid }}
                  className={links.link}
                  activeOptions={exactly}
                  aria-current={isList && model === luid ? 'page' : undefined}
                >
                  <Label icon={icon ? iconOf(icon) : plainIcon}>{name}</Label>
                </Link>
              </li>
            ))}
          </ul>
        </li>
        <li>{entry('/$root/calendar', IconCalendar, t('nav.calendar'))}</li>
        <li>{entry('/$root/releases', IconPackage, t('nav.releases'))}</li>
        <li>{entry('/$root/media', IconPhoto, t('nav.media'))}</li>
        {can('admin') && <li>{entry('/$root/models', IconBox, t('nav.models'))}</li>}
        <li>{entry('/$root/explorer', IconApi, t('nav.api'))}</li>
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

function Label({ icon: Drawing, children }: { icon: Icon | undefined; children: ReactNode }) {
  return (
    <>
      {Drawing && <Drawing size={17} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{children}</span>
    </>
  )
}
