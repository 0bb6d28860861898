import type { FieldType } from './field-type.ts'
import { readText } from './input.ts'
import { textKeys, textOperand } from './keys.ts'
import { checkLength } from './length.ts'
import { plainTextOf } from './plain-text.ts'

/** Text on several lines. Line breaks are kept as they were sent. */
export const multiline: FieldType<'multiline', string> = {
  name: 'multiline',
  operators: ['eq', 'in', 'contains'],
  isSortable: true,

  written: (input, _field, path, writing) => readText(input, path, writing),

  publishable(stored, field, path, publishing) {
    checkLength(stored, field.maxLength, path, publishing)
  },

  isStored: (value) => typeof value === 'string',
  rendered: (stored) => JSON.stringify(stored ?? null),
  exported: (stored) => stored,
  indexKeys: textKeys,
  operand: textOperand,
  searchText: (stored) => stored,
  initial: (field) => field.default ?? undefined,

  jsonSchema: () => ({ type: ['string', 'null'] }),
  inputSchema: () => ({ type: ['string', 'null'] }),
  typescript: (field, typing) => typing.shape(field),

  convertedFrom: plainTextOf,
}
