import { Stack, Text } from '@mantine/core'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import { CodeBlock, prettyJson } from '../../../../components/code-block.tsx'
import { useFormat } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/text.tsx'
import classes from '../webhooks.module.css'

type Attempt = AdminCalls['readDelivery']['reply']['attemptList'][number]

interface AttemptDetailsProps {
  attempt: Attempt
  isOpen: boolean
}

/** An attempt with its request and response. */
export function AttemptDetails({ attempt, isOpen }: AttemptDetailsProps) {
  const t = useText()
  const format = useFormat()
  const { number, at, milliseconds, status, error, url, headers, body, response } = attempt
  const summary = [
    t('webhooks.attempt', { number }),
    format.dateTime(at),
    status ?? t('webhooks.noResponse'),
    t('webhooks.milliseconds', { count: format.number(milliseconds) }),
  ]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <details className={classes.attempt} open={isOpen}>
      <summary>{summary.join(' · ')}</summary>
      <Stack gap="xs" mt="xs">
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t.message(error)}
          </Text>
        )}
        <CodeBlock label={t('webhooks.request')} code={[`POST ${url}`, ...lines].join('\n')} />
        <CodeBlock label={t('webhooks.body')} code={prettyJson(body)} />
        {response !== null && response !== '' && (
          <CodeBlock label={t('webhooks.response')} code={prettyJson(response)} />
        )}
        {status !== null && (response === null || response === '') && (
          <Text size="sm" c="dimmed">
            {t('webhooks.responseEmpty')}
          </Text>
        )}
      </Stack>
    </details>
  )
}
