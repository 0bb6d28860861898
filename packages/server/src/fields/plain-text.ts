import type { Field } from '@octavo/schema/definitions.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Stored } from './field-type.ts'

/** What a value says, whole, where its type says no more than a plain text: for conversions. */
export function plainTextOf(stored: Stored, from: Field): string | undefined {
  if (from.type === 'datetime') return typeof stored === 'number' ? formatTime(stored) : undefined
  const isText = from.type === 'text' || from.type === 'multiline' || from.type === 'select'
  return isText && typeof stored === 'string' ? stored : undefined
}
