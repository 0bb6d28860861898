/** Parses the parameter `where`: conditions in JSON, with groups. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { listOperators, operators, type Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { nearest } from '@octavo/schema/nearest.ts'
import { RoundedNumber } from '../fields/exact-json.ts'
import { withAllowed } from './allowed.ts'
import { hopsOf } from './hops.ts'
import { isPath } from './unknown-names.ts'
import {
  isObject,
  JsonError,
  JsonTooDeep,
  parseJson,
  type JsonObject,
  type JsonValue,
} from './json-text.ts'
import type { Operand } from './leaf-conditions.ts'
import { allOf, always, anyOf, negated, negatedIn } from './logic.ts'
import { simplifiedAll, simplifiedAny } from './merge.ts'
import { bounds } from './parameters.ts'
import {
  maxHops,
  resolveFilter,
  resolveList,
  type FilterContext,
  type ListFilter,
  type Place,
} from './resolve-filter.ts'
import type { Condition } from './tree.ts'

/** The condition, and what it counts toward the limits of a request. */
export interface ParsedWhere {
  readonly condition: Condition
  readonly filters: number
  readonly hops: number
}

export function parseWhere(
  text: string | undefined,
  place: Place,
  context: FilterContext,
  problems: Problem[],
): ParsedWhere {
  const nothing: ParsedWhere = { condition: always, filters: 0, hops: 0 }
  if (text === undefined) return nothing
  const report = (path: string, said: CodedMessage): void =>
    void problems.push(problemAt(path, said))
  if (text.length > bounds.whereLength) {
    report('where', say('tooLong', { max: bounds.whereLength, has: text.length }))
    return nothing
  }
  const parser = new WhereParser(context, report)
  try {
    // Groups and the values of operators are nested in objects and arrays.
    const json = parseJson(text, 2 * bounds.whereDepth + 4)
    const condition = parser.group(json, place, 'where', 0)
    return { condition, filters: parser.filters, hops: parser.hops }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const isDeep = error instanceof JsonTooDeep
    const { found, position } = error
    report(
      'where',
      isDeep
        ? say('whereDepth', { max: bounds.whereDepth })
        : say('whereJson', { found, position }),
    )
    return nothing
  }
}

const groups = ['$and', '$or', '$not'] as const
const lists = ['$some', '$none', '$every'] as const

class WhereParser {
  filters = 0
  hops = 0
  readonly #context: FilterContext
  readonly #report: (path: string, said: CodedMessage) => void

  constructor(context: FilterContext, report: (path: string, said: CodedMessage) => void) {
    this.#context = context
    this.#report = report
  }

  /** An object whose keys are paths or groups; all must match. */
  group(json: JsonValue, place: Place, path: string, depth: number): Condition {
    const object = this.#object(json, path)
    if (!object) return always
    if (depth > bounds.whereDepth)
      return this.#refused(path, say('whereDepth', { max: bounds.whereDepth }))
    const parts = object.entries.map(([key, value]) => {
      const at = `${path}.${key}`
      if (key.startsWith('$')) return this.#named(key, value, place, at, depth)
      return this.#field(key, value, place, at, depth)
    })
    return allOf(simplifiedAll(parts))
  }

  #named(key: string, json: JsonValue, place: Place, path: string, depth: number): Condition {
    const name = groups.find((one) => one === key)
    if (!name) return this.#refused(path, unknownName(key, groups))
    if (name === '$not') {
      const inner = this.group(json, place, path, depth + 1)
      // Targets may be of other models than the field allows now.
      return place.kind === 'item'
        ? negatedIn(
            place.models.map(({ id }) => id),
            inner,
          )
        : negated(inner)
    }
    if (!Array.isArray(json)) return this.#refused(path, say('notList'))
    const parts = json.map((one, index) => this.group(one, place, `${path}[${index}]`, depth + 1))
    return name === '$and' ? allOf(simplifiedAll(parts)) : anyOf(simplifiedAny(parts))
  }

  /** Operators with their values; all must match. */
  #field(name: string, json: JsonValue, place: Place, path: string, depth: number): Condition {
    const tests = this.#object(json, path)
    const names = name.split('.')
    if (names.length > bounds.pathSegments) return this.#refused(path, say('pathTooDeep'))
    const parts = tests?.entries.map(([key, value]) => {
      const at = `${path}.${key}`
      const list = lists.find((one) => one === key)
      if (list) return this.#list({ path: names, operator: list }, value, place, at, depth)
      const operator = operators.find((one) => one === key)
      if (!operator) return this.#refused(at, this.#unknownTest(names, key, place))
      return this.#comparison(names, operator, value, place, at)
    })
    return allOf(simplifiedAll(parts ?? []))
  }

  #unknownTest(path: readonly string[], key: string, place: Place): CodedMessage {
    const inner = [...path, key]
    if (!isPath(inner, place, this.#context.schema))
      return unknownName(key, [...operators, ...lists])
    return say('unknownKey', { hint: `write the path as one key, "${inner.join('.')}"` })
  }

  #comparison(
    path: readonly string[],
    operator: Operator,
    json: JsonValue,
    place: Place,
    at: string,
  ): Condition {
    const operands = operandsOf(operator, json)
    if ('message' in operands) {
      this.filters += 1
      return this.#refused(at, operands)
    }
    this.filters += operator === 'hasall' ? Math.max(1, operands.length) : 1
    // Too many are reported by the request; those beyond the limit are not worth resolving.
    if (this.filters > bounds.filters) return always
    const resolved = resolveFilter({ path, operator, operands, isJson: true }, place, this.#context)
    if ('message' in resolved) return this.#refused(at, this.#explained(resolved, path, place))
    this.hops += hopsOf(resolved)
    return isText(operator) && operands[0] === '' ? always : resolved
  }

  #list(
    filter: Omit<ListFilter, 'inner'>,
    json: JsonValue,
    place: Place,
    at: string,
    depth: number,
  ): Condition {
    const inner = (entry: Place): Condition => {
      if (entry.hops > maxHops) return this.#refused(at, say('filterHops', { max: maxHops }))
      this.hops += entry.hops - place.hops
      return this.group(json, entry, at, depth + 1)
    }
    const resolved = resolveList({ ...filter, inner }, place, this.#context)
    if (!('message' in resolved)) return resolved
    return this.#refused(at, this.#explained(resolved, filter.path, place))
  }

  #explained(fault: CodedMessage, path: readonly string[], place: Place): CodedMessage {
    return withAllowed(fault, path, place, this.#context.schema)
  }

  #object(json: JsonValue, path: string): JsonObject | undefined {
    if (!isObject(json)) {
      this.#report(path, say('notObject'))
      return undefined
    }
    const keys = json.entries.map(([key]) => key)
    for (const key of new Set(keys.filter((one, index) => keys.indexOf(one) !== index)))
      this.#report(`${path}.${key}`, say('givenTwice'))
    return json
  }

  #refused(path: string, said: CodedMessage): Condition {
    this.#report(path, said)
    return always
  }
}

function isText(operator: Operator): boolean {
  return operator === 'contains' || operator === 'startswith'
}

function unknownName(name: string, known: readonly string[]): CodedMessage {
  const meant = nearest(name, known)
  return say('unknownKey', {
    hint: meant === undefined ? `use one of ${known.join(', ')}` : `did you mean "${meant}"?`,
  })
}

/** The operands, or the problem. Keywords are folded, and not split. */
function operandsOf(operator: Operator, json: JsonValue): readonly Operand[] | CodedMessage {
  const isList = listOperators.some((one) => one === operator)
  if (isList && !Array.isArray(json)) return say('notList')
  const values = isList && Array.isArray(json) ? json : [json]
  if (values.length > bounds.inValues) return say('tooManyValues', { max: bounds.inValues })
  if (values.includes(null)) return say('filterNull')
  if (values.some((one) => one instanceof RoundedNumber)) return say('notNumber')
  const operands = values.filter(isOperand)
  if (operands.length < values.length) return say('filterMalformed')
  const [first] = operands
  if (operator === 'exists') return typeof first === 'boolean' ? operands : say('notBoolean')
  if (!isText(operator)) return operands
  if (typeof first !== 'string') return say('notText')
  if (first.includes('\0') || !first.isWellFormed()) return say('badCharacters')
  return [fold(operator === 'contains' ? first.trim() : first)]
}

function isOperand(json: JsonValue): json is Operand {
  return typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean'
}
