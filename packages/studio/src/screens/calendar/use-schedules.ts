import type { Release } from '@octavo/schema/admin/releases.ts'
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

/** A schedule of an item, or a scheduled release. */
export interface CalendarEntry {
  key: string
  title: string
  at: string
  action: 'publish' | 'unpublish' | 'release'
  /** Null for a release. */
  language: string | null
  /** The page of the item or the release, below the root space. */
  place: string
  of: { scheduled: ScheduledItem } | { release: Release }
}

function scheduleEntry(scheduled: ScheduledItem): CalendarEntry {
  const { item, language, action, at } = scheduled
  const key = `${item.id} ${language} ${action}`
  return {
    key,
    title: item.title,
    at,
    action,
    language,
    place: `contents/${item.id}`,
    of: { scheduled },
  }
}

function releaseEntry(release: Release): CalendarEntry {
  const { luid, name, at } = release
  const place = `releases/${luid}`
  return {
    key: luid,
    title: name,
    at: at ?? '',
    action: 'release',
    language: null,
    place,
    of: { release },
  }
}

/** The schedules and releases of these days, and the schedules that failed. */
export function useSchedules(days: readonly string[]) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  // A day that begins when clocks are set forward has no midnight: one day more is requested on each side.
  const from = `${addDays(days[0] ?? '', -1)}T00:00:00Z`
  const to = `${addDays(days.at(-1) ?? '', 2)}T00:00:00Z`
  const isShown = ({ at }: CalendarEntry): boolean => days.includes(localAt(at).slice(0, 10))
  const list = useQuery({
    queryKey: ['schedules', root, from, to],
    queryFn: async ({ signal }) => {
      const query = { from, to, state: 'pending' as const, limit: String(mostRows) }
      const found = await admin.call('listSchedules', { params: { root }, query, signal })
      return {
        ...found,
        rows: found.rows.map(scheduleEntry).filter(isShown),
      }
    },
    placeholderData: keepPreviousData,
  })
  const releases = useQuery({
    queryKey: ['releases', root, 'scheduled'],
    queryFn: ({ signal }) => {
      const query = { state: 'scheduled' as const, limit: '100' }
      return admin.call('listReleases', { params: { root }, query, signal })
    },
  })
  const entries = [
    ...(releases.data?.rows ?? []).map(releaseEntry).filter(isShown),
    ...(list.data?.rows ?? []),
  ]
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
    void client.invalidateQueries({ queryKey: ['releases', root] })
  }
  const move = useMutation({
    mutationFn: async ({ entry, at }: { entry: CalendarEntry; at: string }): Promise<string> => {
      if ('release' in entry.of) {
        const params = { root, release: entry.of.release.luid }
        // A scheduled release publishes its copies anyway, so another time needs no decision.
        const body = { at, isOverwriting: true }
        return (await admin.call('publishRelease', { params, body })).at ?? entry.at
      }
      const { language, action, item } = entry.of.scheduled
      const { schedules } = await admin.call('moveSchedule', {
        params: { root, id: item.id },
        body: { language, action, at },
      })
      const moved = schedules.find((one) => one.language === language && one.action === action)
      return moved?.at ?? entry.at
    },
    onSuccess: (at) => showNotice({ text: t('calendar.moved', { time: format.moment(at) }) }),
    onSettled: refresh,
  })
  const cancel = useMutation({
    mutationFn: async ({ of }: Pick<CalendarEntry, 'of'>): Promise<void> => {
      if ('release' in of) {
        await admin.call('unscheduleRelease', { params: { root, release: of.release.luid } })
        return
      }
      const { language, action, item } = of.scheduled
      await admin.call('unscheduleItem', {
        params: { root, id: item.id },
        query: { language, action },
      })
    },
    onSuccess: () => showNotice({ text: t('schedule.cancelled') }),
    onSettled: refresh,
  })
  return { list, releases, entries, failed, move, cancel }
}
