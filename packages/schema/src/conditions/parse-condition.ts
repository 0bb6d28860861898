/** Checks a condition of a file, and replaces LUIDs with ids. */
import type { Field } from '../definitions.ts'
import { factsOf } from '../field-types.ts'
import { listOperators, operators, type Operator } from '../operators.ts'
import { say, type CodedMessage } from '../problems.ts'
import { parseTime } from '../times.ts'
import { quantifiers, type Clause, type Condition, type Operand } from './condition.ts'

export interface ConditionScope {
  /** The fields of the item or entry. */
  readonly fields: readonly Field[]
  /** The fields inside a field set or a repeat; undefined for other fields. */
  inside(field: Field): readonly Field[] | undefined
  find(fields: readonly Field[], luid: string): Field | undefined
  problem(path: string, message: CodedMessage): void
}

const bounds = { depth: 8, characters: 4_096, tests: 32 }

/** Reports every problem; the result is usable only if there are none. */
export function parseCondition(where: unknown, path: string, scope: ConditionScope): Condition {
  let tests = 0
  if (JSON.stringify(where).length > bounds.characters) {
    scope.problem(path, say('whereTooLong', { max: bounds.characters }))
    return []
  }

  function parse(given: unknown, at: string, fields: readonly Field[], depth: number): Condition {
    if (depth > bounds.depth) {
      scope.problem(at, say('whereTooDeep', { max: bounds.depth }))
      return []
    }
    if (!isObject(given)) {
      scope.problem(at, say('notObject'))
      return []
    }
    return Object.entries(given).flatMap(([key, value]) => {
      const place = `${at}.${key}`
      if (key === '$not') return [{ not: parse(value, place, fields, depth + 1) }]
      if (key === '$and' || key === '$or') return parseList(key, value, place, fields, depth)
      return parseTests(key, value, place, fields, depth)
    })
  }

  function parseList(
    key: '$and' | '$or',
    value: unknown,
    at: string,
    fields: readonly Field[],
    depth: number,
  ): Clause[] {
    if (!Array.isArray(value)) {
      scope.problem(at, say('notList'))
      return []
    }
    const list = value.map((one, index) => parse(one, `${at}[${index}]`, fields, depth + 1))
    return [key === '$and' ? { and: list } : { or: list }]
  }

  function parseTests(
    name: string,
    value: unknown,
    at: string,
    fields: readonly Field[],
    depth: number,
  ): Clause[] {
    const reached = reach(name, fields)
    if (!Array.isArray(reached)) {
      scope.problem(at, reached)
      return []
    }
    const field = reached.at(-1)
    if (!field) return []
    if (!isObject(value)) {
      scope.problem(at, say('whereTest'))
      return []
    }
    const ids = reached.map(({ id }) => id)
    return Object.entries(value).flatMap(([key, operand]): Clause[] => {
      const place = `${at}.${key}`
      const each = quantifiers.find((one) => `$${one}` === key)
      if (each && field.type === 'repeat') {
        return [{ path: ids, each, of: parse(operand, place, field.fields, depth + 1) }]
      }
      tests++
      if (tests === bounds.tests + 1) {
        scope.problem(place, say('tooManyFilters', { max: bounds.tests }))
      }
      const operator = operators.find((one) => one === key)
      const allowed = operatorsOf(field)
      if (!operator || !allowed.includes(operator)) {
        scope.problem(place, say('whereOperator', { operators: allowed.join(', ') || '–' }))
        return []
      }
      const fault = operandFault(operand, operator, field)
      if (fault) scope.problem(place, fault)
      return fault ? [] : [{ path: ids, operator, value: operand as Operand }]
    })
  }

  function reach(name: string, fields: readonly Field[]): Field[] | CodedMessage {
    const reached: Field[] = []
    let inside: readonly Field[] | undefined = fields
    for (const luid of name.split('.')) {
      if (!inside) return say('whereOutside')
      const field = scope.find(inside, luid)
      if (!field) return say('whereUnknown', { name: JSON.stringify(name.slice(0, 100)) })
      reached.push(field)
      inside = scope.inside(field)
    }
    return reached
  }

  return parse(where, path, scope.fields, 1)
}

/** The text of flexible text exists only on the server, so Studio could not evaluate it. */
function operatorsOf({ type }: Field): readonly Operator[] {
  return type === 'flexible' ? ['exists'] : factsOf(type).operators
}

function operandFault(
  operand: unknown,
  operator: Operator,
  field: Field,
): CodedMessage | undefined {
  if (operator === 'exists') return typeof operand === 'boolean' ? undefined : say('notBoolean')
  if (!listOperators.some((one) => one === operator)) return valueFault(operand, operator, field)
  if (!Array.isArray(operand)) return say('notList')
  return operand.map((one) => valueFault(one, operator, field)).find((fault) => fault)
}

function valueFault(value: unknown, operator: Operator, field: Field): CodedMessage | undefined {
  const { type } = field
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : say('notBoolean')
  if (type === 'number') return Number.isFinite(value) ? undefined : say('notNumber')
  if (type === 'reference' || type === 'references') {
    return Number.isSafeInteger(value) && Number(value) > 0
      ? undefined
      : say('notId', { what: 'content' })
  }
  if (typeof value !== 'string') return say('notText')
  if (type === 'datetime' && parseTime(value) === undefined) return say('notTime')
  const isChoice = operator !== 'contains' && operator !== 'startswith' && 'options' in field
  const isKnown = !isChoice || field.options.some((option) => option.value === value)
  return isKnown ? undefined : say('noOption', { option: JSON.stringify(value.slice(0, 100)) })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
