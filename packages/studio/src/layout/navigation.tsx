import { NativeSelect } from '@mantine/core'
import {
  IconApi,
  IconBox,
  IconFiles,
  IconPhoto,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import links from '../components/link-list.module.css'
import { iconOf } from '../components/model-icon.tsx'
import { useText } from '../i18n/text.tsx'
import { Brand } from './brand.tsx'
import classes from './navigation.module.css'
import { UserMenu } from './user-menu.tsx'

/** By default the router marks a link as active on all pages below it, but each list is its own page. */
const exactly = { exact: true }

export function Navigation({ isInDrawer = false }: { isInDrawer?: boolean }) {
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
  const entry = (
    to: '/$root/media' | '/$root/models' | '/$root/explorer',
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
      {roots.length > 1 && (
        <NativeSelect
          aria-label={t('nav.root')}
          value={root}
          data={roots.map(({ luid, name }) => ({ value: luid, label: name }))}
          onChange={({ currentTarget }) =>
            void navigate({ to: '/$root/contents', params: { root: currentTarget.value } })
          }
        />
      )}
      <ul className={`${links.list} ${classes.list}`}>
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
                  <Label icon={icon && iconOf(icon)}>{name}</Label>
                </Link>
              </li>
            ))}
          </ul>
        </li>
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
            </Link>
          </li>
        )}
      </ul>
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
