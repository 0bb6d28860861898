import type { Field } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Stored } from './field-type.ts'

const textTypes: ReadonlySet<FieldTypeName> = new Set([
  'text',
  'multiline',
  'select',
  'date',
  'url',
  'email',
  'color',
  'json',
])

/** The plain text of a value, for conversions, if the text represents the complete value. */
export function plainTextOf(stored: Stored, from: Field): string | undefined {
  if (from.type === 'datetime') return typeof stored === 'number' ? formatTime(stored) : undefined
  if (from.type === 'number') return typeof stored === 'number' ? String(stored) : undefined
  return textTypes.has(from.type) && typeof stored === 'string' ? stored : undefined
}
