import { Button, Group, Text } from '@mantine/core'
import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { DeployCard } from './deploy-card.tsx'
import { EditWebhook } from './form/edit-webhook.tsx'
import { HealthPlot } from './health-plot.tsx'
import { useRefresh } from './use-webhooks.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookNotice, WebhookState } from './webhook-state.tsx'
import classes from './webhooks.module.css'

interface WebhookCardProps {
  info: WebhookInfo
  onSecret: (secret: string) => void
}

/** One webhook in the list. */
export function WebhookCard({ info, onSecret }: WebhookCardProps) {
  const t = useText()
  const format = useFormat()
  const refresh = useRefresh()
  const { root } = useSession()
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) {
    const close = (): void => setIsEditing(false)
    return (
      <li>
        <EditWebhook
          info={info}
          onCancel={close}
          onDone={() => {
            close()
            void refresh()
          }}
        />
      </li>
    )
  }
  const button = { size: 'compact-sm', variant: 'default' } as const
  /** The state of a build includes whether its request arrived. */
  const hasBuildState = info.deploy !== null && info.disabledAt === null
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.name}>{info.name}</h2>
        {hasBuildState || <WebhookState info={info} />}
      </div>
      <p className={classes.target}>{info.target}</p>
      {hasBuildState || <WebhookNotice info={info} />}
      <DeployCard info={info} />
      <Text size="sm" c={info.deploy ? 'dimmed' : 'inherit'}>
        {info.events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}
        <Restrictions info={info} />
      </Text>
      {info.previousSecretUntil !== null && Date.parse(info.previousSecretUntil) > Date.now() && (
        <Text size="sm" c="dimmed">
          {t('webhooks.bothSecrets', { time: format.dateTime(info.previousSecretUntil) })}
        </Text>
      )}
      <HealthPlot info={info} />
      <Group gap={6} mt={4}>
        <Button
          {...button}
          aria-label={`${t('webhooks.log')}: ${info.name}`}
          renderRoot={(props) => (
            <Link
              to="/$root/settings/$page"
              params={{ root, page: 'webhooks' }}
              search={{ webhook: String(info.id) }}
              {...props}
            />
          )}
        >
          {t('webhooks.log')}
        </Button>
        <Button
          {...button}
          aria-label={`${t('action.edit')}: ${info.name}`}
          onClick={() => setIsEditing(true)}
        >
          {t('action.edit')}
        </Button>
        <WebhookActions info={info} onSecret={onSecret} />
      </Group>
    </li>
  )
}

/** The models, spaces and languages that the events are limited to. */
function Restrictions({ info }: { info: WebhookInfo }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const names = [
    info.models?.map((luid) => schema.modelByLuid.get(luid)?.name ?? luid),
    info.spaces?.map((luid) => schema.spaceByLuid.get(luid)?.name ?? luid),
    info.langs?.map((key) => format.language(key)),
  ].flatMap((some) => (some ? [some.join(', ')] : []))
  if (names.length === 0) return null
  return (
    <Text span size="sm" c="dimmed" display="block">
      {names.map((spaces) => t('keys.inSpaces', { spaces })).join(' · ')}
    </Text>
  )
}
