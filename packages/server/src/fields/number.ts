import { isDecimal, isOnStep, parseDecimal } from '@octavo/schema/decimals.ts'
import type { PublicationRule } from '@octavo/schema/choices.ts'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { isEnforced } from '@octavo/schema/rules.ts'
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
    // Values out of range are not also reported to be off the step.
    for (const [rule, fault] of ruleFaults(stored, field)) {
      publishing.problem(path, fault, rule)
      if (isEnforced(field, rule)) return
    }
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

function* ruleFaults(
  value: number,
  { min, max, step }: FieldOf<'number'>,
): Generator<[PublicationRule, CodedMessage]> {
  if (min !== null && value < min) yield ['min', say('tooSmall', { min })]
  if (max !== null && value > max) yield ['max', say('tooLarge', { max })]
  if (step === null || isOnStep(value, step, min ?? 0)) return
  yield ['step', min ? say('offStepFrom', { base: min, step }) : say('offStep', { step })]
}
