import { Button } from '@mantine/core'
import type { TokenInfo } from '@octavo/schema/admin/tokens.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { CredentialRow, isExpired } from '../credentials.tsx'

export function TokenRow({ info }: { info: TokenInfo }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => admin.call('revokeToken', { params: { id: info.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const spaces = info.spaces?.map(({ root, space }) => `${root}/${space}`).join(', ')
  const permissions = [
    t(`members.${info.role}`),
    ...(spaces === undefined ? [] : [t('keys.inSpaces', { spaces })]),
    ...(info.expiresAt ? [t('keys.until', { date: format.date(info.expiresAt) })] : []),
  ]
  const state = isExpired(info) ? t('keys.expired') : undefined
  return (
    <CredentialRow info={info} state={state} permissions={permissions} error={revoke.error}>
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
    </CredentialRow>
  )
}
