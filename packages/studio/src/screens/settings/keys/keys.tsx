import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { CreatedKey, KeyInfo } from '@octavo/schema/admin/settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from '../settings.module.css'
import { NewKey } from './new-key.tsx'
import { Secret } from './secret.tsx'

export function Keys() {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const { data } = useQuery({
    queryKey: ['keys', root],
    queryFn: ({ signal }) => admin.call('listKeys', { params: { root }, signal }),
  })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('keys.hint')}
      </Text>
      {made && (
        <Secret
          title={t('keys.made', { name: made.info.name })}
          secret={made.key}
          onDone={() => setMade(null)}
        />
      )}
      {isMaking ? (
        <NewKey
          onCancel={() => setIsMaking(false)}
          onMade={(key) => {
            setMade(key)
            setIsMaking(false)
            void client.invalidateQueries({ queryKey: ['keys', root] })
          }}
        />
      ) : (
        <Group>
          <Button onClick={() => setIsMaking(true)}>{t('keys.new')}</Button>
        </Group>
      )}
      {data?.keys.length === 0 && <Text>{t('keys.none')}</Text>}
      {data && data.keys.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('common.name')}</th>
                <th scope="col">{t('keys.may')}</th>
                <th scope="col">{t('keys.lastUsed')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {data.keys.map((key) => (
                <KeyRow key={key.id} info={key} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}

function KeyRow({ info }: { info: KeyInfo }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  const [isRevoking, setIsRevoking] = useState(false)
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
  const error = change.error ?? revoke.error
  const may = [
    t(info.reads === 'draft' ? 'keys.readsDraft' : 'keys.readsPublished'),
    ...(info.writesContents ? [t('keys.writesContents')] : []),
    ...(info.writesMedia ? [t('keys.writesMedia')] : []),
    ...(info.spaces ? [t('keys.inSpaces', { spaces: info.spaces.join(', ') })] : []),
    ...(info.expiresAt ? [t('keys.until', { date: format.date(info.expiresAt) })] : []),
  ]
  return (
    <tr>
      <td>
        {info.name} <code className={classes.small}>{info.hint}…</code>{' '}
        {info.disabledAt && (
          <Badge color="gray" variant="light" c="inherit" tt="none">
            {t('keys.disabled')}
          </Badge>
        )}
      </td>
      <td>{may.join(' · ')}</td>
      <td>{info.lastUsedAt ? format.ago(info.lastUsedAt) : t('keys.never')}</td>
      <td>
        {error && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
        <Group gap={6} wrap="nowrap">
          {isRevoking ? (
            <>
              <Button
                size="compact-sm"
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate()}
              >
                {t('keys.revokeNow')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setIsRevoking(false)}>
                {t('action.cancel')}
              </Button>
            </>
          ) : (
            <>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t(info.disabledAt ? 'keys.enable' : 'keys.disable')}: ${info.name}`}
                onClick={() => change.mutate(!info.disabledAt)}
              >
                {t(info.disabledAt ? 'keys.enable' : 'keys.disable')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('keys.revoke')}: ${info.name}`}
                onClick={() => setIsRevoking(true)}
              >
                {t('keys.revoke')}
              </Button>
            </>
          )}
        </Group>
      </td>
    </tr>
  )
}
