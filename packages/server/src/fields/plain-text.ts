import type { Field } from '@octavo/schema/definitions.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Stored } from './field-type.ts'

/** The plain text of a value, for conversions, if the text represents the complete value. */
export function plainTextOf(stored: Stored, from: Field): string | undefined {
  if (from.type === 'datetime') return typeof stored === 'number' ? formatTime(stored) : undefined
  const isText = from.type === 'text' || from.type === 'multiline' || from.type === 'select'
  return isText && typeof stored === 'string' ? stored : undefined
}
