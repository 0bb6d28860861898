import type { FieldType } from './field-type.ts'
import { readLongText } from './input.ts'
import { checkLength } from './length.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** Text with line breaks, which are stored as sent. */
export const multiline: FieldType<'multiline', string> = {
  ...textValue,
  written: (input, _field, path, writing) => readLongText(input, path, writing),

  publishable(stored, field, path, publishing) {
    checkLength(stored, field.maxLength, path, publishing)
  },

  searchText: (stored) => stored,
  initial: (field) => field.default ?? undefined,

  convertedFrom: plainTextOf,
}
