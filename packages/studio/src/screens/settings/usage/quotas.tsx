import { Progress, Text } from '@mantine/core'
import type { Usage } from '@octavo/schema/admin/settings.ts'
import { useText } from '../../../i18n/text.tsx'

/** The used share of each quota. */
export function Quotas({ usage: { quotas, requests, stored } }: { usage: Usage }) {
  const t = useText()
  const used = { requests, items: stored.items, mediaBytes: stored.mediaBytes }
  return (['requests', 'items', 'mediaBytes'] as const).map((name) => {
    const quota = quotas[name]
    if (quota === null) return null
    const share = quota === 0 ? 100 : Math.min(100, (100 * used[name]) / quota)
    const text = t(`settings.quota.${name}`, { share: Math.round(share) })
    return (
      <div key={name}>
        <Text size="sm">{text}</Text>
        <Progress value={share} aria-label={text} />
      </div>
    )
  })
}
