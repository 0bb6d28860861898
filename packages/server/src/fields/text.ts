import { say } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { readText } from './input.ts'
import { checkLength } from './length.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** Text on one line. */
export const text: FieldType<'text', string> = {
  ...textValue,
  written(input, _field, path, writing) {
    const value = readText(input, path, writing)
    if (value === undefined || !hasLineBreak(value)) return value
    writing.problem(path, say('oneLine'))
    return undefined
  },

  publishable(stored, field, path, publishing) {
    checkLength(stored, field.maxLength, path, publishing)
    const { pattern } = field
    if (pattern === null) return
    const isMatch = publishing.matches(pattern, stored)
    const fault = isMatch === undefined ? 'patternTooSlow' : 'pattern'
    if (!isMatch) publishing.problem(path, say(fault, { pattern }))
  },

  searchText: (stored) => stored,
  initial: (field) => field.default ?? undefined,

  convertedFrom(stored, from) {
    const value = plainTextOf(stored, from)
    return value === undefined || hasLineBreak(value) ? undefined : value
  },
}

function hasLineBreak(value: string): boolean {
  return /[\r\n]/.test(value)
}
