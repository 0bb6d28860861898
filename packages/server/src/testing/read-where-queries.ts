/** Generates the parameter `where`, from filters. */
import type { Field } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import fc from 'fast-check'

export interface NamedField {
  readonly path: string
  readonly field: Field
}

export type Param = readonly [string, string]

type Json = { readonly [key: string]: unknown }

/** Groups up to three deep. */
export function whereArbitrary(
  fields: readonly NamedField[],
  filterOn: (fields: readonly NamedField[]) => fc.Arbitrary<Param>,
): fc.Arbitrary<string> {
  return groupArbitrary(fields, filterOn, 3).map((where) => JSON.stringify(where))
}

function groupArbitrary(
  fields: readonly NamedField[],
  filterOn: (fields: readonly NamedField[]) => fc.Arbitrary<Param>,
  depth: number,
): fc.Arbitrary<Json> {
  const leaf = filterOn(fields).map((filter) => leafOf(filter, fields))
  if (depth === 0) return leaf
  const inner = groupArbitrary(fields, filterOn, depth - 1)
  const some = fc.array(inner, { maxLength: 2 })
  const repeats = fields.flatMap(({ path, field }) =>
    field.type === 'repeat' && field.fields.some(({ type }) => factsOf(type).operators.length > 0)
      ? [{ path, inner: field.fields }]
      : [],
  )
  const repeat = repeats.length > 0 ? [fc.constantFrom(...repeats)] : []
  const onEntries = repeat.map((one) =>
    one.chain(({ path, inner: own }) => {
      const named = own.map((field) => ({ path: field.luid, field }))
      return fc
        .tuple(
          fc.constantFrom('$some', '$none', '$every'),
          groupArbitrary(named, filterOn, depth - 1),
        )
        .map(([operator, where]) => ({ [path]: { [operator]: where } }))
    }),
  )
  const lists = fields.filter(({ field }) => field.type === 'references')
  const onTargets = (lists.length > 0 ? [fc.constantFrom(...lists)] : []).map((list) =>
    fc
      .tuple(list, fc.constantFrom('$some', '$none', '$every'), inner)
      .map(([{ path }, operator, where]) => ({ [path]: { [operator]: where } })),
  )
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: some.map((parts) => ({ $or: parts })) },
    { weight: 1, arbitrary: some.map((parts) => ({ $and: parts })) },
    { weight: 2, arbitrary: inner.map((part) => ({ $not: part })) },
    { weight: 1, arbitrary: fc.tuple(inner, inner).map(([a, b]) => ({ ...a, ...b })) },
    ...[...onEntries, ...onTargets].map((arbitrary) => ({ weight: 3, arbitrary })),
  )
}

function leafOf([name, value]: Param, fields: readonly NamedField[]): Json {
  const [, path = '', operator = ''] = /^(.*?)\[(.*)\]$/.exec(name) ?? []
  const type = fields.find((one) => one.path === path)?.field.type
  const json = (text: string): unknown => {
    if (operator === 'exists' || type === 'boolean') return text === 'true'
    const isText = operator === 'contains' || operator === 'startswith'
    const isNumber = type?.startsWith('reference') || type === 'number' || path.endsWith('_id')
    return isNumber && !isText ? Number(text) : text
  }
  const isList = ['in', 'nin', 'hasany', 'hasall'].includes(operator)
  const operand = isList ? value.split(',').map(json) : json(value)
  return { [path]: { [operator]: operand } }
}
