import { formatTime, isDate } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import type { FieldType, Stored } from './field-type.ts'
import { readText } from './input.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** A date, stored as YYYY-MM-DD, which sorts by code point in order of time. */
export const date: FieldType<'date', string> = {
  ...textValue,
  written(input, _field, path, writing) {
    const value = readText(input, path, writing)
    if (value === undefined || isDate(value)) return value
    writing.problem(path, say('notDate'))
    return undefined
  },

  isStored: (value): value is string => typeof value === 'string' && isDate(value),
  operand(text) {
    const value = text.trim()
    return isDate(value) ? value : undefined
  },
  operandNeeds: say('notDate'),
  operandSchema: { type: 'string', format: 'date' },
  initial: (field) => field.default ?? undefined,

  jsonSchema: () => ({ type: ['string', 'null'], format: 'date' }),

  convertedFrom(stored, from) {
    const value = from.type === 'datetime' ? dayOf(stored) : plainTextOf(stored, from)
    return value !== undefined && isDate(value) ? value : undefined
  },
}

const midnight = 'T00:00:00.000Z'

/** The day of a time at midnight UTC; any other time would be lost. */
function dayOf(time: Stored): string | undefined {
  const text = formatTime(Number(time))
  return text.endsWith(midnight) ? text.slice(0, -midnight.length) : undefined
}
