import { say } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { isAbsent, readArray, shortened } from './input.ts'
import { textOperand } from './keys.ts'
import { hasOption, readOption, valuesOf } from './options.ts'

/** Several options of the field, by value, in the order in which they were sent. */
export const multiselect: FieldType<'multiselect', string[]> = {
  needsExtendedWrites: true,

  written(input, field, path, writing) {
    if (!writing.allowsMultiselect) {
      if (input === undefined) return undefined
      writing.problem(path, 'cannot be written; enable the extended writes setting of the space')
      return undefined
    }
    const values = new Set<string>()
    for (const [index, entry] of readArray(input, path, writing).entries()) {
      const place = `${path}[${index}]`
      if (isAbsent(entry) || entry === '') writing.problem(place, 'must be an option of the field')
      const value = readOption(entry, field.options, place, writing)
      if (value === undefined) continue
      const option = JSON.stringify(shortened(value))
      if (values.has(value)) writing.problem(place, say('repeatsOption', { option }))
      values.add(value)
    }
    return values.size > 0 ? [...values] : undefined
  },

  isStored: (value): value is string[] =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  rendered: (stored) => JSON.stringify(stored ?? []),
  exported: (stored) => stored,
  indexKeys: (stored) => stored ?? [],
  operand: textOperand,
  initial: (field) => (field.default.length > 0 ? [...field.default] : undefined),

  jsonSchema: ({ options }) => ({ type: 'array', items: { enum: valuesOf(options) } }),
  inputSchema: ({ options }) => ({
    type: ['array', 'null'],
    items: { enum: valuesOf(options) },
    uniqueItems: true,
  }),
  typescript: (field, typing) =>
    typing.shape(field, { options: typing.union(valuesOf(field.options)) }),

  convertedFrom(stored, from, field) {
    if (from.type !== 'select' || typeof stored !== 'string') return undefined
    return hasOption(field.options, stored) ? [stored] : undefined
  },
}
