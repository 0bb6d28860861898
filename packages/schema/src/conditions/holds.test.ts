/** The evaluator against a plain model: the meaning of each operator, and exact complements. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Field } from '../definitions.ts'
import type { Clause, Condition } from './condition.ts'
import { holds } from './holds.ts'

const types = {
  1: 'text',
  2: 'number',
  3: 'boolean',
  4: 'multiselect',
  5: 'datetime',
  6: 'repeat',
  7: 'fieldset',
} as const
const fieldById = new Map(
  Object.entries(types).map(([id, type]) => [Number(id), { id: Number(id), type } as Field]),
)
type Values = Record<number, unknown>
const reading = { fieldById, read: (values: Values, { id }: Field) => values[id] }
const matches = (condition: Condition, values: Values): boolean => holds(condition, values, reading)

const text = fc.constantFrom('', 'a', 'A', 'Ab', 'ab', 'ｱ', 'ア')
const time = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-01T09:00:00+09:00',
  '2027-01-01T00:00:00Z',
)
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const plain = fc.record({
  1: some(text),
  2: some(fc.integer({ min: -2, max: 2 })),
  3: some(fc.boolean()),
  4: some(fc.subarray(['x', 'y', 'z'])),
  5: some(time),
})
const values: fc.Arbitrary<Values> = fc
  .tuple(plain, some(fc.array(plain, { maxLength: 3 })), some(plain))
  .map(([own, entries, set]) => ({ ...own, 6: entries, 7: set }))

interface Case {
  field: keyof typeof types
  operator: string
  value: unknown
}
const list = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 2 })
const cases: fc.Arbitrary<Case> = fc.oneof(
  ...(
    [
      [1, ['eq', 'ne', 'contains', 'startswith'], text],
      [1, ['in', 'nin'], list(text)],
      [2, ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'], fc.integer({ min: -2, max: 2 })],
      [3, ['eq', 'ne'], fc.boolean()],
      [4, ['has'], fc.constantFrom('x', 'y')],
      [4, ['hasany', 'hasall'], fc.subarray(['x', 'y', 'q'])],
      [5, ['lt', 'lte', 'gt', 'gte'], time],
      [1, ['exists'], fc.boolean()],
      [4, ['exists'], fc.boolean()],
      [6, ['exists'], fc.boolean()],
    ] as const
  ).map(([field, operators, value]) =>
    fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operators), value }),
  ),
)
const clauseOf = ({ field, operator, value }: Case, path: number[] = []): Clause =>
  ({ path: [...path, field], operator, value }) as Clause

const fold = (value: string): string => value.normalize('NFKC').toLowerCase()

/** What the documentation says of one value, by operator. */
type Meaning = (value: unknown, operand: never, field: number) => boolean

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

const equal: Meaning = (value, operand, field) =>
  field === 3 ? Boolean(value) === operand : !isEmpty(value) && value === operand
const listed = (value: unknown, operands: unknown[], field: number): boolean =>
  operands.some((one) => equal(value, one as never, field))
const includes = (value: unknown, one: unknown): boolean =>
  Array.isArray(value) && value.includes(one)
const difference = (a: unknown, b: unknown, field: number): number =>
  field === 5
    ? new Date(a as string).getTime() - new Date(b as string).getTime()
    : Number(a) - Number(b)
const compares =
  (test: (difference: number) => boolean): Meaning =>
  (value, operand, field) =>
    !isEmpty(value) && test(difference(value, operand, field))

const meanings: Record<string, Meaning> = {
  exists: (value, operand) => operand === !isEmpty(value),
  eq: equal,
  ne: (value, operand, field) => !equal(value, operand, field),
  in: listed,
  nin: (value, operand, field) => !listed(value, operand, field),
  contains: (value, operand: string) =>
    typeof value === 'string' && value !== '' && fold(value).includes(fold(operand)),
  startswith: (value, operand: string) =>
    typeof value === 'string' && value !== '' && fold(value).startsWith(fold(operand)),
  has: includes,
  hasany: (value, operand: unknown[]) => operand.some((one) => includes(value, one)),
  hasall: (value, operand: unknown[]) => operand.every((one) => includes(value, one)),
  lt: compares((sign) => sign < 0),
  lte: compares((sign) => sign <= 0),
  gt: compares((sign) => sign > 0),
  gte: compares((sign) => sign >= 0),
}

function expected(value: unknown, { field, operator, value: operand }: Case): boolean {
  return meanings[operator]?.(value, operand as never, field) ?? assert.fail(operator)
}

describe('a condition', () => {
  it('tests a value, also inside a field set', () => {
    fc.assert(
      fc.property(values, cases, (item, one) => {
        const set = (item[7] ?? {}) as Values
        assert.equal(matches([clauseOf(one)], item), expected(item[one.field], one))
        if (one.field === 6) return
        assert.equal(matches([clauseOf(one, [7])], item), expected(set[one.field], one))
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  it('matches any entry of a repeat, and no entry with a negation', () => {
    fc.assert(
      fc.property(values, cases, (item, one) => {
        if (one.field === 6) return
        const entries = (item[6] ?? []) as Values[]
        const isNegative = one.operator === 'ne' || one.operator === 'nin'
        const isAbsence = one.operator === 'exists' && one.value === false
        const results = entries.map((entry) => expected(entry[one.field], one))
        const isMatch = isNegative || isAbsence ? results.every(Boolean) : results.some(Boolean)
        assert.equal(matches([clauseOf(one, [6])], item), isMatch)
        const each = (name: 'some' | 'none' | 'every') =>
          matches([{ path: [6], each: name, of: [clauseOf(one)] }], item)
        assert.deepEqual(
          [each('some'), each('none'), each('every')],
          [results.some(Boolean), !results.some(Boolean), results.every(Boolean)],
        )
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  it('combines: $not is the exact complement', () => {
    fc.assert(
      fc.property(values, cases, cases, (item, a, b) => {
        const [first, second] = [[clauseOf(a)], [clauseOf(b)]]
        const [one, two] = [matches(first, item), matches(second, item)]
        assert.equal(matches([...first, ...second], item), one && two)
        assert.equal(matches([{ and: [first, second] }], item), one && two)
        assert.equal(matches([{ or: [first, second] }], item), one || two)
        assert.equal(matches([{ not: [...first, ...second] }], item), !(one && two))
        assert.equal(matches([{ not: [{ or: [first, second] }] }], item), !one && !two)
        assert.equal(matches([], item), true)
        assert.equal(matches([{ or: [] }], item), false)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})
