import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useLiveUpdates } from '../api/live.ts'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'
import { NoticeArea } from '../components/notice.tsx'
import { Brand } from './brand.tsx'
import { Finding } from './finding/finding.tsx'
import { Navigation } from './navigation.tsx'
import { SessionEnded } from './session-ended.tsx'
import classes from './shell.module.css'
import { usePreferences } from './use-preferences.ts'

export function Shell({ children }: { children: ReactNode }) {
  const t = useText()
  const { root } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.href })
  useEffect(close, [path, close])
  useLiveUpdates(root)
  usePreferences()
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Finding>
        {(openPalette) => (
          <>
            <header className={classes.topBar}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('nav.menu')}
                onClick={open}
              >
                <IconMenu2 size={20} aria-hidden />
              </ActionIcon>
              <Brand />
              <ActionIcon
                variant="subtle"
                color="gray"
                c="inherit"
                size="lg"
                ml="auto"
                aria-label={t('find.open')}
                onClick={openPalette}
              >
                <IconSearch size={20} aria-hidden />
              </ActionIcon>
            </header>
            <nav className={classes.side} aria-label={t('nav.main')}>
              <Navigation onSearch={openPalette} />
            </nav>
            <Drawer
              opened={isOpen}
              onClose={close}
              size={280}
              title={<Brand />}
              closeButtonProps={{ 'aria-label': t('action.close') }}
            >
              <nav aria-label={t('nav.menu')}>
                <Navigation isInDrawer />
              </nav>
            </Drawer>
          </>
        )}
      </Finding>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <NoticeArea />
      <SessionEnded />
    </div>
  )
}
