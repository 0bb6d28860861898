import type { StudioLanguage } from './languages.ts'

export interface Format {
  dateTime: (iso: string) => string
  /** A date and time with the zone named: "1 Dec 2026, 09:00 CET". */
  moment: (iso: string) => string
  /** Without the year and the zone, for lists. */
  shortMoment: (iso: string) => string
  time: (iso: string) => string
  date: (iso: string) => string
  /** A date without a time zone: YYYY-MM-DD. */
  day: (iso: string) => string
  /** "5 minutes ago" within a week, otherwise a date. */
  ago: (iso: string) => string
  /** The month of a date: "December 2026". */
  month: (iso: string) => string
  weekday: (iso: string) => string
  /** Two dates: "1 – 7 Dec 2026". */
  days: (first: string, last: string) => string
  /** The first day of a week, 1 for Monday to 7 for Sunday. */
  firstDay: number
  number: (value: number) => string
  /** A number with all its digits. */
  decimal: (value: number) => string
  bytes: (value: number) => string
  /** The name of a content language: "Japanese" for `ja`. */
  language: (key: string) => string
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Shared by all components, because creating the formatters takes 20 ms. */
const formats = new Map<string, Format>()

export function formatIn(language: StudioLanguage): Format {
  const locale = regional(language)
  const format = formats.get(locale) ?? formatFor(locale)
  formats.set(locale, format)
  return format
}

/** The language with the region of the user: 5 Nov in London, Nov 5 in New York. */
function regional(language: string): string {
  return navigator.languages.find((one) => one.split('-', 1)[0] === language) ?? language
}

function formatFor(locale: string): Format {
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const moment = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const shortMoment = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const decimal = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return {
    dateTime: (iso) => dateTime.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    shortMoment: (iso) => shortMoment.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    ago(iso) {
      const past = Date.now() - Date.parse(iso)
      if (past > 7 * 86_400_000 || past < -60_000) return date.format(new Date(iso))
      for (const [unit, length] of steps) {
        if (past >= length) return relative.format(-Math.floor(past / length), unit)
      }
      return relative.format(0, 'second')
    },
    month: (iso) => month.format(new Date(iso)),
    weekday: (iso) => weekday.format(new Date(iso)),
    days: (first, last) => day.formatRange(new Date(first), new Date(last)),
    firstDay: firstDayIn(locale),
    number: (value) => number.format(value),
    decimal: (value) => decimal.format(value),
    bytes(value) {
      if (value < 1000) return `${number.format(value)} B`
      if (value < 1e6) return `${size.format(value / 1e3)} KB`
      return value < 1e9 ? `${size.format(value / 1e6)} MB` : `${size.format(value / 1e9)} GB`
    },
    language: (key) => names.of(key) ?? key,
  }
}

/** Browsers without week data begin weeks on Monday. */
function firstDayIn(tag: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(tag)
  return locale.getWeekInfo?.().firstDay ?? 1
}
