import { formatTime, isTime, parseTime, parseTimeBound } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { readText } from './input.ts'
import { plainTextOf } from './plain-text.ts'

/** A point in time, stored as milliseconds since 1970. Its ISO form sorts by code point in order of time. */
export const datetime: FieldType<'datetime', number> = {
  written(input, _field, path, writing) {
    const value = readText(input, path, writing)
    if (value === undefined) return undefined
    const time = parseTime(value)
    if (time === undefined) {
      writing.problem(path, say('notTime'))
    }
    return time
  },

  isStored: isTime,
  rendered: (stored) => (stored === undefined ? 'null' : `"${formatTime(stored)}"`),
  exported: (stored) => formatTime(stored),
  indexKeys: (stored) => (stored === undefined ? [] : [formatTime(stored)]),
  operand(text, operator) {
    const time = parseTimeBound(text, operator)
    return time === undefined ? undefined : formatTime(time)
  },
  operandNeeds: say('notTime'),

  jsonSchema: () => ({ type: ['string', 'null'], format: 'date-time' }),

  convertedFrom(stored, from) {
    const text = plainTextOf(stored, from) ?? ''
    const value = from.type === 'date' ? `${text}T00:00:00.000Z` : text
    const time = parseTime(value)
    return time !== undefined && formatTime(time) === value ? time : undefined
  },
}
