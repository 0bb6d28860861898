import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../i18n/text.tsx'
import { Message } from '../../../layout/message.tsx'
import { Secret } from '../keys/secret.tsx'
import { NewWebhook } from './form/new-webhook.tsx'
import { useRefresh, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import classes from './webhooks.module.css'

interface ShownSecret {
  title: string
  hint: string
  secret: string
}

export function WebhookList() {
  const t = useText()
  const refresh = useRefresh()
  const { data } = useWebhooks()
  const [creating, setCreating] = useState<'webhook' | 'deploy' | null>(null)
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const newButtons = (
    <Group gap="xs" justify="center">
      <Button onClick={() => setCreating('webhook')}>{t('webhooks.new')}</Button>
      <Button variant="default" onClick={() => setCreating('deploy')}>
        {t('deploys.new')}
      </Button>
    </Group>
  )
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('webhooks.hint')}
      </Text>
      {shown && <Secret {...shown} doneText={t('webhooks.copied')} onDone={() => setShown(null)} />}
      {creating && (
        <NewWebhook
          kind={creating}
          onCancel={() => setCreating(null)}
          onCreated={({ secret, info: { name } }) => {
            const part = creating === 'deploy' ? 'deploys' : 'webhooks'
            setShown({ secret, title: t(`${part}.created`, { name }), hint: t(`${part}.once`) })
            setCreating(null)
            void refresh()
          }}
        />
      )}
      {!creating && data && data.length > 0 && <Group>{newButtons}</Group>}
      {!creating && data?.length === 0 && (
        <Message title={t('webhooks.none')} action={newButtons}>
          {t('webhooks.noneHint')}
        </Message>
      )}
      <ul className={classes.list}>
        {data?.map((info) => (
          <WebhookCard
            key={info.id}
            info={info}
            onSecret={(secret) =>
              setShown({
                secret,
                title: t('webhooks.rotated', { name: info.name }),
                hint: t(info.deploy ? 'deploys.once' : 'webhooks.once'),
              })
            }
          />
        ))}
      </ul>
    </Stack>
  )
}
