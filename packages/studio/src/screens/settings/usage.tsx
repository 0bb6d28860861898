import { Progress, Stack, Text } from '@mantine/core'
import type { Usage, UsageDay } from '@octavo/schema/admin/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { UsagePlot } from './usage-plot.tsx'

const plots: {
  key: 'requests' | 'hits' | 'errors'
  of: (days: UsageDay[]) => number
  isShare?: boolean
}[] = [
  { key: 'requests', of: (days) => sum(days, ({ reads, writes }) => reads + writes) },
  {
    key: 'hits',
    isShare: true,
    of: (days) =>
      sum(days, ({ cacheHits }) => cacheHits) /
      Math.max(
        1,
        sum(days, ({ reads, cacheHits }) => Math.max(reads, cacheHits)),
      ),
  },
  { key: 'errors', of: (days) => sum(days, ({ errors }) => errors) },
]

export function UsagePage() {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['usage', root],
    queryFn: ({ signal }) =>
      admin.call('readUsage', { params: { root }, query: { days: '30' }, signal }),
  })
  if (!data) return null
  const { requests, stored, days } = data
  const dates = [...new Set(days.map(({ date }) => date))]
  return (
    <Stack maw={720}>
      <Text>{t('settings.month', { requests: format.number(requests) })}</Text>
      <Text>
        {t('settings.stored', {
          items: format.number(stored.items),
          media: format.number(stored.media),
          bytes: format.bytes(stored.mediaBytes),
        })}
      </Text>
      <Quotas usage={data} />
      {plots.map(({ key, of, isShare }) => (
        <UsagePlot
          key={key}
          title={t(`settings.plot.${key}`)}
          points={dates.map((date) => ({
            date,
            value: of(days.filter((day) => day.date === date)),
          }))}
          isShare={isShare ?? false}
        />
      ))}
    </Stack>
  )
}

/** How much of what the operator allows is used. */
function Quotas({ usage: { quotas, requests, stored } }: { usage: Usage }) {
  const t = useText()
  const used = { requests, items: stored.items, mediaBytes: stored.mediaBytes }
  return (['requests', 'items', 'mediaBytes'] as const).map((name) => {
    const quota = quotas[name]
    if (quota === null) return null
    const share = quota === 0 ? 100 : Math.min(100, (100 * used[name]) / quota)
    return (
      <div key={name}>
        <Text size="sm">{t(`settings.quota.${name}`, { share: Math.round(share) })}</Text>
        <Progress
          value={share}
          aria-label={t(`settings.quota.${name}`, { share: Math.round(share) })}
        />
      </div>
    )
  })
}

function sum(days: UsageDay[], value: (day: UsageDay) => number): number {
  return days.reduce((total, day) => total + value(day), 0)
}
