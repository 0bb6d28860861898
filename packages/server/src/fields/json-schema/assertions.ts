/** Keywords that test a value itself. Each is true for values of other types. */
import { isOnStep } from '@octavo/schema/decimals.ts'
import { clipped } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { isObject } from '../stored-shapes.ts'
import type { Run } from './run.ts'

/** The problem, if the value does not have what the keyword demands. */
type Assertion = (argument: unknown, value: unknown, run: Run) => CodedMessage | undefined

export const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['type', ofType],
  ['enum', (values, value, run) => oneOf(values as unknown[], value, run)],
  ['const', constant],
  ['minimum', ofNumbers((min, value) => (value < min ? say('tooSmall', { min }) : undefined))],
  ['maximum', ofNumbers((max, value) => (value > max ? say('tooLarge', { max }) : undefined))],
  [
    'exclusiveMinimum',
    ofNumbers((min, value) => (value <= min ? say('notAbove', { min }) : undefined)),
  ],
  [
    'exclusiveMaximum',
    ofNumbers((max, value) => (value >= max ? say('notBelow', { max }) : undefined)),
  ],
  [
    'multipleOf',
    (step, value, run) => {
      if (typeof value !== 'number') return undefined
      run.spend(stepsOfMultiple)
      return isOnStep(value, Number(step), 0) ? undefined : say('offStep', { step: Number(step) })
    },
  ],
  ['minLength', ofSizes(lengthOf, (min, has) => has < min && say('tooShort', { min, has }))],
  ['maxLength', ofSizes(lengthOf, (max, has) => has > max && say('tooLong', { max, has }))],
  ['pattern', matching],
  ['minItems', ofSizes(itemsOf, (min, has) => has < min && say('tooFewEntries', { min, has }))],
  ['maxItems', ofSizes(itemsOf, (max, has) => has > max && say('tooManyEntries', { max, has }))],
  ['uniqueItems', distinct],
  [
    'minProperties',
    ofSizes(propertiesOf, (min, has) => has < min && say('tooFewEntries', { min, has })),
  ],
  [
    'maxProperties',
    ofSizes(propertiesOf, (max, has) => has > max && say('tooManyEntries', { max, has })),
  ],
])

function ofType(argument: unknown, value: unknown): CodedMessage | undefined {
  const types = [argument].flat() as string[]
  return types.some((type) => isOfType(type, value))
    ? undefined
    : say('jsonType', { types: types.join(', ') })
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** How many characters of a text are one step of work. */
const charactersPerStep = 32
/** Work that takes as long as several checks. */
const stepsOfMultiple = 8
const stepsOfPattern = 12

function constant(expected: unknown, value: unknown, run: Run): CodedMessage | undefined {
  const text = JSON.stringify(expected)
  run.spend(text.length / charactersPerStep)
  return canonical(value, run) === canonical(expected, run)
    ? undefined
    : say('jsonValue', { values: clipped(text, 200) })
}

function oneOf(values: readonly unknown[], value: unknown, run: Run): CodedMessage | undefined {
  const { texts, shown } = choices.getOrInsertComputed(values, choicesOf)
  return texts.has(canonical(value, run)) ? undefined : say('jsonValue', { values: shown })
}

interface Choices {
  /** The canonical form of each value. */
  texts: ReadonlySet<string>
  shown: string
}

/** By the list in the schema, which does not change. */
const choices = new WeakMap<readonly unknown[], Choices>()

function choicesOf(values: readonly unknown[]): Choices {
  const free = { spend() {} }
  return {
    texts: new Set(values.map((one) => canonical(one, free))),
    shown: clipped(values.map((one) => JSON.stringify(one)).join(', '), 200),
  }
}

function ofNumbers(test: (argument: number, value: number) => CodedMessage | undefined): Assertion {
  return (argument, value) =>
    typeof value === 'number' ? test(Number(argument), value) : undefined
}

function ofSizes(
  sizeOf: (value: unknown, run: Run) => number | undefined,
  test: (argument: number, size: number) => CodedMessage | false,
): Assertion {
  return (argument, value, run) => {
    const size = sizeOf(value, run)
    return size === undefined ? undefined : test(Number(argument), size) || undefined
  }
}

/** In code points. */
function lengthOf(value: unknown, run: Run): number | undefined {
  if (typeof value !== 'string') return undefined
  run.spend(value.length / charactersPerStep)
  let length = 0
  for (const _ of value) length++
  return length
}

function itemsOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

function propertiesOf(value: unknown): number | undefined {
  return isObject(value) ? Object.keys(value).length : undefined
}

function matching(argument: unknown, value: unknown, run: Run): CodedMessage | undefined {
  if (typeof value !== 'string') return undefined
  const pattern = String(argument)
  run.spend(stepsOfPattern + value.length / charactersPerStep)
  const isMatch = run.matches(pattern, value)
  if (isMatch) return undefined
  return say(isMatch === undefined ? 'patternTooSlow' : 'pattern', { pattern })
}

function distinct(argument: unknown, value: unknown, run: Run): CodedMessage | undefined {
  if (argument !== true || !Array.isArray(value)) return undefined
  const texts = new Set(value.map((one) => canonical(one, run)))
  return texts.size < value.length ? say('repeatedEntries') : undefined
}

/** A text that is equal for equal values, whatever the order of their properties. */
function canonical(value: unknown, run: Pick<Run, 'spend'>): string {
  run.spend(1 + (typeof value === 'string' ? value.length / charactersPerStep : 0))
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, run)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name], run)}`)
  return `{${parts.join(',')}}`
}
