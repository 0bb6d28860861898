import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import { errorText } from '../../../../i18n/problems.ts'
import { useText } from '../../../../i18n/text.tsx'
import { Message } from '../../../../layout/message.tsx'
import { DeployCard } from '../deploy-card.tsx'
import { HealthPlot } from '../health-plot.tsx'
import { useRefresh, useWebhooks } from '../use-webhooks.ts'
import { WebhookNotice, WebhookState } from '../webhook-state.tsx'
import classes from '../webhooks.module.css'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { ReplayFailed } from './replay-failed.tsx'

/** The deliveries of one webhook. */
export function WebhookLog({ id }: { id: number }) {
  const t = useText()
  const { root } = useSession()
  const { data } = useWebhooks()
  const info = data?.find((one) => one.id === id)
  return (
    <Stack>
      <Anchor
        component={Link}
        to={`/${root}/settings/webhooks`}
        size="sm"
        c="inherit"
        td="underline"
      >
        {t('webhooks.back')}
      </Anchor>
      {data && !info && <Message title={t('webhooks.gone')}>{t('webhooks.goneHint')}</Message>}
      {info && <Log info={info} />}
    </Stack>
  )
}

function Log({ info }: { info: WebhookInfo }) {
  const t = useText()
  const refresh = useRefresh()
  const { root } = useSession()
  const [opened, setOpened] = useState<number | null>(null)
  const [isReplaying, setIsReplaying] = useState(false)
  const test = useMutation({
    mutationFn: () => admin.call('testWebhook', { params: { root, id: info.id } }),
    onSuccess: ({ delivery }) => {
      setOpened(delivery)
      return refresh()
    },
  })
  return (
    <>
      <div>
        <div className={classes.head}>
          <h2 className={classes.name}>{info.name}</h2>
          <WebhookState info={info} />
        </div>
        <p className={classes.target}>{info.target}</p>
      </div>
      <WebhookNotice info={info} />
      <HealthPlot info={info} />
      {test.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(test.error, t)}
        </Text>
      )}
      {info.deploy ? (
        <DeployCard info={info} />
      ) : (
        <Group gap="xs">
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('webhooks.test')}
          </Button>
          <Button variant="default" onClick={() => setIsReplaying(true)}>
            {t('webhooks.replayFailed')}
          </Button>
        </Group>
      )}
      <Deliveries webhook={info.id} isDeploy={info.deploy !== null} onOpen={setOpened} />
      {opened !== null && (
        <DeliveryDialog webhook={info.id} id={opened} onClose={() => setOpened(null)} />
      )}
      {isReplaying && <ReplayFailed webhook={info.id} onClose={() => setIsReplaying(false)} />}
    </>
  )
}
