import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import { needsAttention } from '../screens/settings/webhooks/use-webhooks.ts'
import { useAfterLoad } from './use-after-load.ts'

const refetchMs = 60_000

/** How many webhooks are failing, or were disabled by the server. Only for admins. */
export function WebhookAttention() {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['webhooks', root],
    queryFn: ({ signal }) => admin.call('listWebhooks', { params: { root }, signal }),
    select: ({ webhooks }) => webhooks.filter(needsAttention).length,
    refetchInterval: refetchMs,
    enabled: useAfterLoad(),
  })
  if (data === undefined || data === 0) return null
  const count = format.number(data)
  return (
    <Badge
      color="red"
      size="sm"
      circle={data < 10}
      ml="auto"
      title={t('webhooks.attention', { count })}
    >
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('webhooks.attention', { count })}</VisuallyHidden>
    </Badge>
  )
}
