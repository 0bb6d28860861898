import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'

/** The sessions of the user, which can be ended here. */
export function Sessions() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => admin.call('listSessions', { params: {}, signal }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['sessions'] })
  const end = useMutation({
    mutationFn: (id: string) => admin.call('endSession', { params: { id } }),
    onSuccess: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => admin.call('endOtherSessions', { params: {} }),
    onSuccess: refresh,
  })
  const sessions = data?.sessions ?? []
  return (
    <Stack gap="sm" mt="md">
      <Title order={2} size="h5">
        {t('account.sessions')}
      </Title>
      {sessions.map((session) => (
        <Group key={session.id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {browserOf(session.agent)} · {session.address} ·{' '}
            {session.isCurrent
              ? t('account.thisSession')
              : t('account.lastSeen', { time: format.ago(session.lastSeenAt) })}
          </Text>
          {!session.isCurrent && (
            <Button size="compact-sm" variant="default" onClick={() => end.mutate(session.id)}>
              {t('account.endSession')}
            </Button>
          )}
        </Group>
      ))}
      {sessions.length > 1 && (
        <Button variant="default" w="fit-content" onClick={() => endOthers.mutate()}>
          {t('account.endOthers')}
        </Button>
      )}
    </Stack>
  )
}

function browserOf(agent: string): string {
  const browser = /(Firefox|Edg|Chrome|Safari)\/[\d.]+/.exec(agent)?.[1]
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(agent)?.[1]
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join(', ') || agent
}
