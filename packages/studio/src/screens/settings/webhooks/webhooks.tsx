import { useSearch } from '@tanstack/react-router'
import { WebhookList } from './webhook-list.tsx'
import { WebhookLog } from './log/webhook-log.tsx'

export function Webhooks() {
  const { webhook } = useSearch({ from: '/$root/settings/$page' })
  return webhook === undefined ? <WebhookList /> : <WebhookLog key={webhook} id={Number(webhook)} />
}
