/** Times in a named zone, with the rules for daylight saving time. */
import { say, type CodedMessage } from './problems.ts'
import { parseTime } from './times.ts'

const zonedPattern = /^(.+?)\[([^[\]]{1,100})\]$/
const localPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?$/
const minute = 60_000
const day = 24 * 60 * minute

/**
 * The instant that a text names: `2026-12-01T09:00:00Z`, `2026-12-01T09:00:00+09:00`, or with a zone
 * `2026-12-01T09:00[Asia/Tokyo]`. A local time that does not exist, or that occurs twice, is an error; an
 * offset before the zone selects one of the two.
 */
export function parseInstant(text: string): number | CodedMessage {
  const [, time = text, zone] = zonedPattern.exec(text.trim()) ?? []
  if (zone === undefined) return parseTime(text.trim()) ?? say('notInstant')
  const offsetAt = offsetIn(zone)
  if (!offsetAt) return say('noZone', { zone })
  const instant = parseTime(time)
  if (instant !== undefined) {
    // The offset must be one that the zone has at this time.
    const written = parseTime(time.replace(/(?:Z|[+-]\d{2}(?::?\d{2})?)$/, 'Z'))
    return written !== undefined && written - instant === offsetAt(instant)
      ? instant
      : say('notInstant')
  }
  const local = localPattern.test(time) ? parseTime(`${time}Z`) : undefined
  if (local === undefined) return say('notInstant')
  const offsets = [...new Set([offsetAt(local - day), offsetAt(local + day)])]
  const found = offsets.filter((offset) => offsetAt(local - offset) === offset)
  const [first, second] = found
  if (first === undefined) return say('timeSkipped', { zone })
  if (second === undefined) return local - first
  return say('timeTwice', { zone, first: offsetText(first), second: offsetText(second) })
}

/** The offset from UTC of a zone at an instant, in milliseconds; undefined if there is no such zone. */
export function offsetIn(zone: string): ((instant: number) => number) | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
  return (instant) => {
    const seconds = Math.floor(instant / 1000) * 1000
    const part = Object.fromEntries(
      format.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = part
    const local = new Date(0)
    local.setUTCFullYear(year, month - 1, date)
    return local.setUTCHours(hour, minutes, second) - seconds
  }
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minute
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`
}
