import { say } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { isAbsent } from './input.ts'

/** True or false. An empty value counts as false everywhere. */
export const boolean: FieldType<'boolean', boolean> = {
  isNeverMissing: true,

  written(input, _field, path, writing) {
    if (isAbsent(input)) return undefined
    if (typeof input === 'boolean') return input
    writing.problem(path, say('notBoolean'))
    return undefined
  },

  isStored: (value) => typeof value === 'boolean',
  rendered: (stored) => String(stored ?? false),
  exported: (stored) => stored,
  indexKeys: (stored) => [String(stored ?? false)],
  operand: (text) => (text === 'true' || text === 'false' ? text : undefined),
  operandNeeds: say('notBoolean'),

  // An empty value counts as false, so only true needs to be stored.
  initial: (field) => field.default || undefined,

  jsonSchema: () => ({ type: 'boolean' }),
  inputSchema: () => ({ type: ['boolean', 'null'] }),
}
