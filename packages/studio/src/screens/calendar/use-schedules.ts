import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import { localIn } from '../../components/zoned-time.ts'
import { ownZone } from '../../components/zones.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { addDays } from './calendar-dates.ts'

/** The limit of the service. */
export const mostRows = 1000
const mostFailures = 50

/** The local date and time of a schedule: `2026-12-01T09:00`. */
export const localAt = (iso: string): string => localIn(ownZone, Date.parse(iso))

/** The schedules of these days, and those that failed. */
export function useSchedules(days: readonly string[]) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  // A day that begins when clocks are set forward has no midnight: one day more is requested on each side.
  const from = `${addDays(days[0] ?? '', -1)}T00:00:00Z`
  const to = `${addDays(days.at(-1) ?? '', 2)}T00:00:00Z`
  const list = useQuery({
    queryKey: ['schedules', root, from, to],
    queryFn: async ({ signal }) => {
      const query = { from, to, state: 'pending' as const, limit: String(mostRows) }
      const found = await admin.call('listSchedules', { params: { root }, query, signal })
      return {
        ...found,
        rows: found.rows.filter(({ at }) => days.includes(localAt(at).slice(0, 10))),
      }
    },
    placeholderData: keepPreviousData,
  })
  const failed = useQuery({
    queryKey: ['schedules', root, 'failed'],
    queryFn: ({ signal }) =>
      admin.call('listSchedules', {
        params: { root },
        query: { state: 'failed', limit: String(mostFailures) },
        signal,
      }),
  })
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ['schedules', root] })
    void client.invalidateQueries({ queryKey: ['contents', root] })
  }
  const move = useMutation({
    mutationFn: ({ scheduled, at }: { scheduled: ScheduledItem; at: string }) => {
      const { language, action, item } = scheduled
      return admin.call('moveSchedule', {
        params: { root, id: item.id },
        body: { language, action, at },
      })
    },
    onSuccess: ({ schedules }, { scheduled }) => {
      const moved = schedules.find(
        ({ language, action }) => language === scheduled.language && action === scheduled.action,
      )
      showNotice({ text: t('calendar.moved', { time: format.moment(moved?.at ?? scheduled.at) }) })
    },
    onSettled: refresh,
  })
  const cancel = useMutation({
    mutationFn: ({ language, action, item }: ScheduledItem) =>
      admin.call('unscheduleItem', { params: { root, id: item.id }, query: { language, action } }),
    onSuccess: () => showNotice({ text: t('schedule.cancelled') }),
    onSettled: refresh,
  })
  return { list, failed, move, cancel }
}
