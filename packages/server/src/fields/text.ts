import type { FieldOf } from '@octavo/schema/definitions.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { readLongText } from './input.ts'
import { checkLength } from './length.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** Text on one line. */
export const text: FieldType<'text', string> = {
  ...textValue,
  written(input, _field, path, writing) {
    const value = readLongText(input, path, writing)
    if (value === undefined || !hasLineBreak(value)) return value
    writing.problem(path, say('oneLine'))
    return undefined
  },

  publishable(stored, field, path, publishing) {
    checkLength(stored, field.maxLength, path, publishing)
    const { pattern } = field
    if (pattern === null) return
    const isMatch = publishing.matches(pattern, stored)
    if (isMatch) return
    const fault =
      isMatch === undefined ? say('patternTooSlow', { pattern }) : patternFault(pattern, field)
    publishing.problem(path, fault, 'pattern')
  },

  searchText: (stored) => stored,
  initial: (field) => field.default ?? undefined,

  convertedFrom(stored, from) {
    const value = plainTextOf(stored, from)
    return value === undefined || hasLineBreak(value) ? undefined : value
  },
}

function patternFault(pattern: string, field: FieldOf<'text'>): CodedMessage {
  const usual = say('pattern', { pattern })
  const { patternMessage, patternMessages = {} } = field
  if (patternMessage === undefined && Object.keys(patternMessages).length === 0) return usual
  const english = patternMessages.en ?? patternMessage ?? usual.message
  const others = Object.entries(patternMessages).map(([language, own]) => [`text_${language}`, own])
  return say('patternMessage', {
    text: english,
    ...(Object.fromEntries(others) as Record<string, string>),
  })
}

function hasLineBreak(value: string): boolean {
  return /[\r\n]/.test(value)
}
