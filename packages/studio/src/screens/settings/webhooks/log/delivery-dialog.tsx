import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import facts from '../../../../components/facts.module.css'
import { Dialog } from '../../../../components/dialog.tsx'
import { Mark } from '../../../../components/mark.tsx'
import { useFormat } from '../../../../i18n/format.ts'
import { errorText } from '../../../../i18n/problems.ts'
import { useText } from '../../../../i18n/text.tsx'
import { useRefresh } from '../use-webhooks.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { useDeliveryTexts } from './delivery-texts.ts'

/** While a delivery is pending, its next attempt may end at any time. */
const pendingMs = 1_000

interface DeliveryDialogProps {
  webhook: number
  id: number
  onClose: () => void
}

/** One delivery with its attempts, the newest first. */
export function DeliveryDialog({ webhook, id, onClose }: DeliveryDialogProps) {
  const t = useText()
  const format = useFormat()
  const refresh = useRefresh()
  const { root } = useSession()
  const { eventText, subjectText } = useDeliveryTexts()
  const { data, error } = useQuery({
    queryKey: ['webhooks', root, webhook, 'delivery', id],
    queryFn: ({ signal }) =>
      admin.call('readDelivery', { params: { root, id: webhook, delivery: id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'pending' ? pendingMs : false),
  })
  const replay = useMutation({
    mutationFn: () =>
      admin.call('replayWebhook', { params: { root, id: webhook }, body: { delivery: id } }),
    onSuccess: refresh,
  })
  const failure = replay.error ?? error
  return (
    <Dialog size="xl" onClose={onClose} title={data ? eventText(data.type) : t('common.loading')}>
      <Stack gap="sm">
        {failure && (
          <Alert color="red" role="alert">
            {errorText(failure, t)}
          </Alert>
        )}
        {data && (
          <>
            <dl className={facts.facts}>
              <dt>{t('webhooks.state')}</dt>
              <dd>
                <span role="status">
                  <Mark mark={data.state} text={t(`webhooks.state.${data.state}`)} />
                </span>
              </dd>
              <dt>{t('webhooks.sequence')}</dt>
              <dd>{data.id}</dd>
              {subjectText(data.subject) !== '' && (
                <>
                  <dt>{t('webhooks.subject')}</dt>
                  <dd>{subjectText(data.subject)}</dd>
                </>
              )}
              <dt>{t('settings.when')}</dt>
              <dd>{format.dateTime(data.createdAt)}</dd>
              {data.nextAt !== null && data.attempts > 0 && (
                <>
                  <dt>{t('webhooks.nextAt')}</dt>
                  <dd>{format.dateTime(data.nextAt)}</dd>
                </>
              )}
            </dl>
            {data.subject !== 'deploy' && (
              <Group>
                <Button
                  size="xs"
                  variant="default"
                  loading={replay.isPending}
                  onClick={() => replay.mutate()}
                >
                  {t('webhooks.replay')}
                </Button>
              </Group>
            )}
            <div>
              {data.attemptList.length === 0 && <Text size="sm">{t('webhooks.noAttempts')}</Text>}
              {data.attemptList
                .toSorted((a, b) => b.number - a.number)
                .map((attempt, index) => (
                  <AttemptDetails key={attempt.number} attempt={attempt} isOpen={index === 0} />
                ))}
            </div>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
