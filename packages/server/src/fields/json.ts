import type { CodedMessage } from '@octavo/schema/problems.ts'
import { parseExactJson } from './exact-json.ts'
import type { FieldType } from './field-type.ts'
import { isAbsent } from './input.ts'
import { checkJson } from './json-schema/check-json.ts'
import { jsonFault, lengthFault } from './json-value.ts'
import { plainTextOf } from './plain-text.ts'

/** Any JSON value, stored as its JSON text. Null is an empty value. */
export const json: FieldType<'json', string> = {
  written(input, _field, path, writing) {
    if (isAbsent(input)) return undefined
    const text = jsonText(input)
    if (typeof text === 'string') return text
    writing.problem(path, text)
    return undefined
  },

  publishable(stored, { schema }, path, { matches, jsonBudget, problem }) {
    if (schema === null) return
    for (const found of checkJson(schema, JSON.parse(stored), matches, jsonBudget)) {
      problem(path + found.path, found.message, 'schema')
    }
  },

  isStored: (value): value is string =>
    typeof value === 'string' && !lengthFault(value) && parsed(value) !== undefined,
  rendered: (stored) => stored ?? 'null',
  exported: parseExactJson,
  initial: ({ default: value }) => (isAbsent(value) ? undefined : JSON.stringify(value)),

  // Rules of the JSON Schema are checked on publication only, so drafts need not match it.
  jsonSchema: () => ({}),

  convertedFrom(stored, from) {
    const value = parsed(plainTextOf(stored, from) ?? '')
    const text = value === undefined ? undefined : jsonText(value)
    return typeof text === 'string' ? text : undefined
  },
}

/** The JSON text of a value, or the problem with it. */
function jsonText(value: unknown): string | CodedMessage {
  const fault = jsonFault(value)
  if (fault) return fault
  const text = JSON.stringify(value)
  return lengthFault(text) ?? text
}

/** The value of a JSON text; undefined for null and for other texts. */
function parsed(text: string): unknown {
  try {
    return parseExactJson(text) ?? undefined
  } catch {
    return undefined
  }
}
