import { Button } from '@mantine/core'
import type { KeyInfo } from '@octavo/schema/admin/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { CredentialRow, isExpired } from '../credentials.tsx'
import { EditedRow } from '../edited-row.tsx'
import { EditKey } from './edit-key.tsx'

export function KeyRow({ info }: { info: KeyInfo }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema } = useSession()
  const [mode, setMode] = useState<'shown' | 'edited' | 'revoked'>('shown')
  const refresh = () => client.invalidateQueries({ queryKey: ['keys', root] })
  const change = useMutation({
    mutationFn: (isDisabled: boolean) =>
      admin.call('changeKey', { params: { root, id: info.id }, body: { isDisabled } }),
    onSuccess: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => admin.call('revokeKey', { params: { root, id: info.id } }),
    onSuccess: refresh,
  })
  if (mode === 'edited') {
    const show = (): void => setMode('shown')
    return (
      <EditedRow columns={4} queryKey={['keys', root]} onClose={show}>
        {(done) => <EditKey info={info} onDone={done} onCancel={show} />}
      </EditedRow>
    )
  }
  const error = change.error ?? revoke.error
  const spaceNames = info.spaces?.map((luid) => schema.spaceByLuid.get(luid)?.name ?? luid)
  const permissions = [
    t(info.reads === 'draft' ? 'keys.readsDraft' : 'keys.readsPublished'),
    ...(info.writesContents
      ? [t(info.publishes ? 'keys.writesContents' : 'keys.writesDrafts')]
      : []),
    ...(info.reads === 'published' && info.listsMedia ? [t('keys.listsMedia')] : []),
    ...(info.writesMedia ? [t('keys.writesMedia')] : []),
    ...(spaceNames ? [t('keys.inSpaces', { spaces: spaceNames.join(', ') })] : []),
    ...(info.expiresAt ? [t('keys.until', { date: format.date(info.expiresAt) })] : []),
    ...(info.readLimit === null ? [] : [`${t('keys.readLimit')}: ${shownLimit(info.readLimit)}`]),
    ...(info.writeLimit === null
      ? []
      : [`${t('keys.writeLimit')}: ${shownLimit(info.writeLimit)}`]),
  ]
  const button = (text: string, onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${text}: ${info.name}`}
      onClick={onClick}
    >
      {text}
    </Button>
  )
  const disabled = info.disabledAt ? t('keys.disabled') : undefined
  const state = disabled ?? (isExpired(info) ? t('keys.expired') : undefined)
  return (
    <CredentialRow info={info} state={state} permissions={permissions} error={error}>
      {mode === 'revoked' ? (
        <>
          <Button
            size="compact-sm"
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {t('keys.revokeNow')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setMode('shown')}>
            {t('action.cancel')}
          </Button>
        </>
      ) : (
        <>
          {button(t('action.edit'), () => setMode('edited'))}
          {button(t(info.disabledAt ? 'keys.enable' : 'keys.disable'), () =>
            change.mutate(!info.disabledAt),
          )}
          {button(t('keys.revoke'), () => setMode('revoked'))}
        </>
      )}
    </CredentialRow>
  )
}

const shownLimit = (limit: number): string => (limit === 0 ? '∞' : String(limit))
