import { Checkbox, Stack, Text } from '@mantine/core'
import {
  draftEventTypes,
  eventTypes,
  mediaEventTypes,
  type EventType,
} from '@octavo/schema/events.ts'
import { useText } from '../../../../i18n/text.tsx'
import type { WebhookValues } from './values.ts'

const groups = {
  item: ['item.published', 'item.unpublished', 'item.archived', 'item.restored', 'item.deleted'],
  release: ['release.published'],
  media: mediaEventTypes,
  schema: ['schema.changed'],
} as const satisfies Record<string, readonly EventType[]>

interface EventChoiceProps {
  values: Pick<WebhookValues, 'events' | 'includesDrafts' | 'deploy'>
  error: string | undefined
  onChange: (change: Partial<WebhookValues>) => void
}

export function EventChoice({ values, error, onChange }: EventChoiceProps) {
  const t = useText()
  const box = (event: EventType) => (
    <Checkbox key={event} value={event} label={t(`webhooks.event.${event}`)} />
  )
  const group = (name: keyof typeof groups) => (
    <Stack key={name} gap={6}>
      <Text size="sm" c="dimmed">
        {t(`webhooks.group.${name}`)}
      </Text>
      {groups[name].map(box)}
      {name === 'item' && (
        <>
          <Checkbox
            label={t('webhooks.drafts')}
            description={t('webhooks.draftsHint')}
            checked={values.includesDrafts}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                includesDrafts: checked,
                events: values.events.filter((one) => checked || !draftEventTypes.includes(one)),
              })
            }
          />
          {values.includesDrafts && (
            <Stack gap={6} ml="xl">
              {draftEventTypes.map(box)}
            </Stack>
          )}
        </>
      )}
    </Stack>
  )
  return (
    <Checkbox.Group
      label={t(values.deploy ? 'deploys.events' : 'webhooks.events')}
      error={error}
      value={values.events}
      onChange={(chosen) => onChange({ events: eventTypes.filter((one) => chosen.includes(one)) })}
    >
      <Stack gap="sm" mt={6} mb={error === undefined ? 0 : 6}>
        {(['item', 'release', 'media', 'schema'] as const).map(group)}
      </Stack>
    </Checkbox.Group>
  )
}
