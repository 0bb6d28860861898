/** The table of API keys and that of management tokens. */
import { Alert, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

export function CredentialTable({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${classes.cards}`}>
        <thead>
          <tr>
            <th scope="col">{t('common.name')}</th>
            <th scope="col">{t('keys.permissions')}</th>
            <th scope="col">{t('keys.lastUsed')}</th>
            <td />
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CredentialRowProps {
  info: { name: string; hint: string; lastUsedAt: string | null }
  /** Shown if the credential does not work. */
  state: string | undefined
  permissions: readonly string[]
  error: Error | null
  /** The buttons. */
  children: ReactNode
}

export function CredentialRow({ info, state, permissions, error, children }: CredentialRowProps) {
  const t = useText()
  const format = useFormat()
  return (
    <tr>
      <td>
        {info.name} <code className={classes.small}>{info.hint}…</code>{' '}
        {state !== undefined && (
          <Badge color="gray" variant="light" c="inherit" tt="none">
            {state}
          </Badge>
        )}
      </td>
      <td>{permissions.join(' · ')}</td>
      <td data-label={t('keys.lastUsed')}>
        {info.lastUsedAt ? format.ago(info.lastUsedAt) : t('keys.never')}
      </td>
      <td className={classes.actions}>
        {error && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
        <Group gap={6} wrap="nowrap">
          {children}
        </Group>
      </td>
    </tr>
  )
}

/** Whether an expiry has passed. */
export function isExpired({ expiresAt }: { expiresAt: string | null }): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
