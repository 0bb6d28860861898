import { Alert, Badge, Button, Group } from '@mantine/core'
import type { TokenInfo } from '@octavo/schema/admin/tokens.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from '../settings.module.css'

export function TokenRow({ info }: { info: TokenInfo }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => admin.call('revokeToken', { params: { id: info.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const isExpired = info.expiresAt !== null && Date.parse(info.expiresAt) <= Date.now()
  const spaces = info.spaces?.map(({ root, space }) => `${root}/${space}`).join(', ')
  const permissions = [
    t(`members.${info.role}`),
    ...(spaces === undefined ? [] : [t('keys.inSpaces', { spaces })]),
    ...(info.expiresAt ? [t('keys.until', { date: format.date(info.expiresAt) })] : []),
  ]
  return (
    <tr>
      <td>
        {info.name} <code className={classes.small}>{info.hint}…</code>{' '}
        {isExpired && (
          <Badge color="gray" variant="light" c="inherit" tt="none">
            {t('keys.expired')}
          </Badge>
        )}
      </td>
      <td>{permissions.join(' · ')}</td>
      <td data-label={t('keys.lastUsed')}>
        {info.lastUsedAt ? format.ago(info.lastUsedAt) : t('keys.never')}
      </td>
      <td>
        {revoke.error && (
          <Alert color="red" role="alert">
            {errorText(revoke.error, t)}
          </Alert>
        )}
        <Group gap={6} wrap="nowrap">
          {isAsking ? (
            <>
              <Button
                size="compact-sm"
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate()}
              >
                {t('tokens.revokeNow')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setIsAsking(false)}>
                {t('action.cancel')}
              </Button>
            </>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('tokens.revoke')}: ${info.name}`}
              onClick={() => setIsAsking(true)}
            >
              {t('tokens.revoke')}
            </Button>
          )}
        </Group>
      </td>
    </tr>
  )
}
