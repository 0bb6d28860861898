/** A date and time that a user enters, in a zone. */
import type { CodedMessage } from '@octavo/schema/problems.ts'
import { offsetIn, parseInstant } from '@octavo/schema/zoned-time.ts'

export interface ZonedTime {
  /** `2026-12-01T09:00`, or '' if it is empty. */
  local: string
  /** Selects one of two equal times when clocks are set back: `+02:00`; '' otherwise. */
  offset: string
}

export const emptyTime: ZonedTime = { local: '', offset: '' }

/** The text that the server accepts; undefined if the time is empty. */
export function zonedText({ local, offset }: ZonedTime, zone: string): string | undefined {
  return local === '' ? undefined : `${local}${offset}[${zone}]`
}

/** The problem with the time; undefined if it is empty or valid. */
export function zonedProblem(time: ZonedTime, zone: string): CodedMessage | undefined {
  const text = zonedText(time, zone)
  const parsed = text === undefined ? 0 : parseInstant(text)
  return typeof parsed === 'number' ? undefined : parsed
}

/** The local date and time of an instant, in minutes. */
export function localIn(zone: string, instant: number): string {
  const offset = offsetIn(zone)?.(instant) ?? 0
  return new Date(instant + offset).toISOString().slice(0, 16)
}
