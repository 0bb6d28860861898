import { Alert } from '@mantine/core'
import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { Mark } from '../../../components/mark.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { needsAttention } from './use-webhooks.ts'

/** Shows the state as text. The colour only supports it. */
export function WebhookState({ info }: { info: WebhookInfo }) {
  const t = useText()
  if (info.disabledAt !== null) {
    const mark = needsAttention(info) ? 'failed' : 'stopped'
    return <Mark mark={mark} text={t('webhooks.disabled')} />
  }
  return info.failingSince === null ? (
    <Mark mark="succeeded" text={t('webhooks.enabled')} />
  ) : (
    <Mark mark="failed" text={t('webhooks.failing')} />
  )
}

/** Says why a webhook is disabled or failing, and what to do. */
export function WebhookNotice({ info }: { info: WebhookInfo }) {
  const t = useText()
  const format = useFormat()
  const { disabledAt, disabledReason, failingSince, pending } = info
  const text = (): string | undefined => {
    if (disabledAt !== null) {
      return t(`webhooks.disabled.${disabledReason ?? 'user'}`, { time: format.ago(disabledAt) })
    }
    if (failingSince === null) return undefined
    return t('webhooks.failingSince', {
      time: format.dateTime(failingSince),
      pending: format.number(pending),
    })
  }
  const shown = text()
  if (shown === undefined) return null
  return (
    <Alert color={needsAttention(info) ? 'red' : 'gray'} variant="light" c="inherit" p="xs">
      {shown}
    </Alert>
  )
}
