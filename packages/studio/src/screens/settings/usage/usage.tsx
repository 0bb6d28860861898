import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { UsageDay } from '@octavo/schema/admin/settings.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { KeyTable } from './key-table.tsx'
import { plotColours } from './plot-colours.ts'
import { Quotas } from './quotas.tsx'
import { datesUntil, requestsOf, totalsByKey, totalsOf } from './usage-data.ts'
import { UsagePlot, type PlotPart } from './usage-plot.tsx'

const ranges = [7, 30, 90, 365]
/** Number of keys with their own colour; the others share one. */
const colours = plotColours.length - 1

export function UsagePage() {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const [range, setRange] = useState(30)
  const [chosen, setChosen] = useState<number | null>(null)
  const { data } = useQuery({
    queryKey: ['usage', root, range],
    queryFn: ({ signal }) =>
      admin.call('readUsage', { params: { root }, query: { days: String(range) }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data: keyList } = useQuery({
    queryKey: ['keys', root],
    queryFn: ({ signal }) => admin.call('listKeys', { params: { root }, signal }),
  })
  if (!data) return null
  const nameOf = (keyId: number): string =>
    keyList?.keys.find(({ id }) => id === keyId)?.name ?? t('settings.keyGone', { id: keyId })
  const keys = totalsByKey(data.days)
  const colourOf = (keyId: number): number => {
    const at = keys.findIndex((key) => key.keyId === keyId)
    return Math.min(at, colours)
  }
  const days = data.days.filter(({ keyId }) => chosen === null || keyId === chosen)
  const byDate = Map.groupBy(days, ({ date }) => date)
  const dates = datesUntil(Date.now(), range).map((date) => ({
    date,
    own: byDate.get(date) ?? [],
  }))
  const byKey = (value: (day: UsageDay) => number) =>
    dates.map(({ date, own }) => ({ date, parts: partsOf(own, value) }))
  const partsOf = (own: UsageDay[], value: (day: UsageDay) => number): PlotPart[] => {
    const groups = Map.groupBy(own, ({ keyId }) => colourOf(keyId))
    return Array.from(groups, ([at, some]) => ({
      at,
      name: at === colours ? t('settings.otherKeys') : nameOf(some[0]?.keyId ?? 0),
      value: some.reduce((sum, day) => sum + value(day), 0),
    })).toSorted((a, b) => a.at - b.at)
  }
  const hits = dates.map(({ date, own }) => {
    const share = totalsOf(own).hits
    const name = t('settings.hits')
    return { date, parts: share === null ? [] : [{ name, at: 2, value: share }] }
  })
  return (
    <Stack maw={760} gap="lg">
      <div>
        <Text>{t('settings.month', { requests: format.number(data.requests) })}</Text>
        <Text>
          {t('settings.stored', {
            items: format.number(data.stored.items),
            media: format.number(data.stored.media),
            bytes: format.bytes(data.stored.mediaBytes),
          })}
        </Text>
      </div>
      <Quotas usage={data} />
      <Group>
        <NativeSelect
          label={t('settings.range')}
          value={String(range)}
          data={ranges.map((count) => ({
            value: String(count),
            label: t('settings.days', { count }),
          }))}
          onChange={({ currentTarget }) => setRange(Number(currentTarget.value))}
        />
        <NativeSelect
          label={t('settings.key')}
          value={chosen === null ? '' : String(chosen)}
          data={[
            { value: '', label: t('settings.allKeys') },
            ...keys.map(({ keyId }) => ({ value: String(keyId), label: nameOf(keyId) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setChosen(value === '' ? null : Number(value))
          }
        />
      </Group>
      <UsagePlot title={t('settings.plot.requests')} days={byKey(requestsOf)} />
      <UsagePlot title={t('settings.plot.hits')} days={hits} isShare />
      <UsagePlot title={t('settings.plot.errors')} days={byKey(({ errors }) => errors)} />
      {keys.length > 0 && (
        <KeyTable keys={keys} nameOf={nameOf} colourOf={colourOf} onChoose={setChosen} />
      )}
    </Stack>
  )
}
