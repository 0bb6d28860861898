import { calendarViews, type CalendarView } from './calendar-dates.ts'

export interface CalendarSearch {
  view?: CalendarView
  /** A day of the shown period: YYYY-MM-DD. */
  date?: string
}

export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === search['view'])
  const { date } = search
  const isDate =
    typeof date === 'string' && /^[1-9]\d{3}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/.test(date)
  return {
    ...(view && { view }),
    ...(isDate && !Number.isNaN(Date.parse(date)) && { date }),
  }
}
