/** Times are milliseconds since 1970 internally, and ISO 8601 UTC with milliseconds in the API. */
import type { Operator } from './operators.ts'

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/

const earliest = new Date(0).setUTCFullYear(0, 0, 1)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether the value is a time whose year has four digits in ISO 8601. */
export function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= earliest && Number(value) <= latest
}

/**
 * Parses ISO 8601 extended with Z or an offset; undefined for anything else, such as a date alone.
 * Truncates to milliseconds.
 */
export function parseTime(text: string): number | undefined {
  return readTime(text)?.time
}

/**
 * Parses a time in a filter. A `+` that a client did not encode arrives as a space and is accepted.
 * A bound finer than a millisecond is rounded up for `lt` and `gte`: stored times are whole milliseconds,
 * and the next one is the first that is not less.
 */
export function parseTimeBound(text: string, operator: Operator): number | undefined {
  const read = readTime(text.replace(/ (\d{2}(?::?\d{2})?)$/, '+$1'))
  const isNext = read?.isFiner && (operator === 'lt' || operator === 'gte')
  return isNext ? Math.min(read.time + 1, latest) : read?.time
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text is a date of the calendar: YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = datePattern.exec(text)
  return match !== null && dayOf(Number(match[1]), Number(match[2]), Number(match[3])) !== undefined
}

/** Midnight UTC; undefined for a month or day that does not exist, which overflows into another month. */
function dayOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

function readTime(text: string): { time: number; isFiner: boolean } | undefined {
  const match = isoPattern.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const offset = offsetMinutes(match[8] ?? 'Z')
  if (offset === undefined) return undefined
  const date = dayOf(year, month, day)
  if (!date) return undefined
  date.setUTCHours(hour, minute - offset, second, millisecond)
  const time = date.getTime()
  const isFiner = /[1-9]/.test((match[7] ?? '').slice(3))
  return time >= earliest && time <= latest ? { time, isFiner } : undefined
}

const dayLength = 86_400_000
const mostDays = 5_000
const days = new Map<number, string>()
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** Same result as `toISOString` in a tenth of the time, because it caches the text of days. */
export function formatTime(time: number): string {
  const day = Math.floor(time / dayLength)
  const inDay = time - day * dayLength
  const seconds = Math.floor(inDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const hour = twoDigits[Math.floor(minutes / 60)]
  const milliseconds = String(inDay - seconds * 1000).padStart(3, '0')
  return `${dayText(day)}${hour}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${milliseconds}Z`
}

/** The date and the `T` that follows it. */
function dayText(day: number): string {
  const cached = days.get(day)
  if (cached !== undefined) return cached
  if (days.size >= mostDays) days.clear()
  const iso = new Date(day * dayLength).toISOString()
  const text = iso.slice(0, iso.indexOf('T') + 1)
  days.set(day, text)
  return text
}

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (text[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
