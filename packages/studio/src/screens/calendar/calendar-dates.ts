/** Dates of the calendar, as YYYY-MM-DD. They have no zone. */

const dayLength = 86_400_000
export const calendarViews = ['month', 'week'] as const
export type CalendarView = (typeof calendarViews)[number]

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export function addDays(date: string, count: number): string {
  return dateOf(timeOf(date) + count * dayLength)
}

/** The same day of another month, or its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

/** The first day of the week of this date; `firstDay` is 1 for Monday to 7 for Sunday. */
function weekStart(date: string, firstDay: number): string {
  const weekday = new Date(timeOf(date)).getUTCDay()
  return addDays(date, -((weekday - firstDay + 7) % 7))
}

/** The days that a view shows: one week, or the complete weeks of a month. */
export function daysIn(view: CalendarView, date: string, firstDay: number): string[] {
  if (view === 'week') return days(weekStart(date, firstDay), 7)
  const first = `${date.slice(0, 8)}01`
  const start = weekStart(first, firstDay)
  const last = addDays(addMonths(first, 1), -1)
  const count = (timeOf(weekStart(last, firstDay)) - timeOf(start)) / dayLength + 7
  return days(start, count)
}

function days(start: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(start, index))
}

export function step(view: CalendarView, date: string, direction: 1 | -1): string {
  return view === 'week' ? addDays(date, 7 * direction) : addMonths(date, direction)
}
