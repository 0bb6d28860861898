import { Menu, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import links from '../components/link-list.module.css'
import { useText } from '../i18n/text.tsx'
import classes from './navigation.module.css'

export function UserMenu() {
  const t = useText()
  const { user, root } = useSession()
  const signOut = async (): Promise<void> => {
    await admin.call('signOut', { params: {} }).catch(() => undefined)
    location.assign('/')
  }
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <UnstyledButton className={links.link}>
          <IconUserCircle size={17} stroke={1.6} aria-hidden />
          <span className={classes.label}>{user.name || user.email}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/${root}/account`}
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t('nav.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
