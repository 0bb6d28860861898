import type { FieldType } from './field-type.ts'
import { hasOption, readOption, valuesOf } from './options.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** One of the options of the field, by value. */
export const select: FieldType<'select', string> = {
  ...textValue,
  written: (input, field, path, writing) => readOption(input, field.options, path, writing),
  initial: (field) => field.default ?? undefined,

  jsonSchema: ({ options }) => ({ enum: [...valuesOf(options), null] }),
  typescript: (field, typing) =>
    typing.shape(field, { options: typing.union(valuesOf(field.options)) }),

  convertedFrom(stored, from, field) {
    const isOne = from.type === 'multiselect' && Array.isArray(stored) && stored.length === 1
    const value = isOne ? stored[0] : plainTextOf(stored, from)
    return typeof value === 'string' && hasOption(field.options, value) ? value : undefined
  },
}
