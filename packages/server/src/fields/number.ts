import { isDecimal, isOnStep, parseDecimal } from '@octavo/schema/decimals.ts'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { FieldType } from './field-type.ts'
import { isAbsent } from './input.ts'
import { numberKey } from './number-key.ts'
import { plainTextOf } from './plain-text.ts'

/** A decimal number. It is stored, returned and compared with exactly the digits that were written. */
export const number: FieldType<'number', number> = {
  written(input, field, path, writing) {
    if (isAbsent(input) || input === '') return undefined
    const value = input === 0 ? 0 : input
    const fault = isDecimal(value) ? integerFault(value, field) : say('notNumber')
    if (fault) writing.problem(path, fault)
    return !fault && isDecimal(value) ? value : undefined
  },

  publishable(stored, field, path, publishing) {
    const fault = ruleFault(stored, field)
    if (fault) publishing.problem(path, fault)
  },

  isStored: isDecimal,
  rendered: (stored) => (stored === undefined ? 'null' : String(stored)),
  exported: (stored) => stored,
  indexKeys: (stored) => (stored === undefined ? [] : [numberKey(stored)]),
  operand(text) {
    const value = parseDecimal(text.trim())
    return value === undefined ? undefined : numberKey(value)
  },
  operandNeeds: say('notNumber'),
  operandSchema: { type: 'number' },
  initial: (field) => field.default ?? undefined,

  jsonSchema: ({ integer }) => ({ type: [integer ? 'integer' : 'number', 'null'] }),

  isNarrower: (from, { integer }) => integer && !from.integer,
  convertedFrom(stored, from, field) {
    const value =
      from.type === 'number' ? Number(stored) : parseDecimal(plainTextOf(stored, from) ?? '')
    return value === undefined || integerFault(value, field) ? undefined : value
  },
}

function integerFault(value: number, { integer }: FieldOf<'number'>): CodedMessage | undefined {
  return integer && !Number.isInteger(value) ? say('notInteger') : undefined
}

function ruleFault(value: number, { min, max, step }: FieldOf<'number'>): CodedMessage | undefined {
  if (min !== null && value < min) return say('tooSmall', { min })
  if (max !== null && value > max) return say('tooLarge', { max })
  if (step === null || isOnStep(value, step, min ?? 0)) return undefined
  return min ? say('offStepFrom', { base: min, step }) : say('offStep', { step })
}
