import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { showNotice } from '../../../../components/notice.tsx'
import { TimeInput } from '../../../../components/time-input.tsx'
import { useFormat } from '../../../../i18n/format.ts'
import { errorText } from '../../../../i18n/problems.ts'
import { useText } from '../../../../i18n/text.tsx'
import { useRefresh } from '../use-webhooks.ts'

/** Sends all failed and stopped deliveries again, or those since a time. */
export function ReplayFailed({ webhook, onClose }: { webhook: number; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const refresh = useRefresh()
  const { root } = useSession()
  const [since, setSince] = useState<string | null>(null)
  const replay = useMutation({
    mutationFn: () =>
      admin.call('replayWebhook', {
        params: { root, id: webhook },
        body: since === null ? {} : { since },
      }),
    onSuccess: ({ count }) => {
      showNotice({ text: t('webhooks.replayed', { count: format.number(count) }) })
      onClose()
      return refresh()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('webhooks.replayFailed')}>
      <Stack gap="sm">
        {replay.error && (
          <Alert color="red" role="alert">
            {errorText(replay.error, t)}
          </Alert>
        )}
        <Text size="sm">{t('webhooks.replayHint')}</Text>
        <TimeInput
          label={t('webhooks.replaySince')}
          description={t('webhooks.replaySinceHint')}
          value={since}
          onChange={setSince}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button loading={replay.isPending} onClick={() => replay.mutate()}>
            {t('webhooks.replay')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
