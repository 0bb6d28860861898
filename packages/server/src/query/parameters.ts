/** Sorts the parameters of a request by kind, within the limits for all requests. */
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { operators, type Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import {
  listParameters,
  queryParameterNames,
  type QueryParameter,
} from '@octavo/schema/query-parameters.ts'

/**
 * A parameter as sent by the client. If it could not be decoded, `wrong` says why and the value is missing.
 */
export type RawParameter = readonly [name: string, value: string, wrong?: CodedMessage]
export type RawQuery = readonly RawParameter[]

export const bounds = {
  parameters: 200,
  filters: 32,
  /** Not in the contract: the total number of references that all filters of a request follow. */
  hops: 32,
  keywords: 32,
  inValues: 100,
  selectNames: 200,
  /** Not in the contract: more than any client sorts by, and few enough for one statement. */
  orderNames: 32,
  facets: 10,
  /** Not in the contract: deeper than any path can lead. */
  pathSegments: 16,
  whereLength: 4096,
  /** Groups within groups. */
  whereDepth: 8,
} as const

/** All parameters except `contains`, each value of which counts as a filter. */
type ScalarName = Exclude<QueryParameter, 'contains'>

export interface FilterParameter {
  /** As sent by the client, for messages. */
  readonly name: string
  readonly path: readonly string[]
  readonly operator: Operator
  readonly value: string
}

export interface FormatParameter {
  readonly name: string
  readonly path: readonly string[]
  readonly value: string
}

export interface Parameters {
  /** An empty value counts as omitted. */
  readonly scalars: ReadonlyMap<ScalarName, string>
  readonly filters: readonly FilterParameter[]
  readonly formats: readonly FormatParameter[]
  /** Values of `contains`; all must match. */
  readonly contains: readonly string[]
  /** What these count toward the maximum number of filters. */
  readonly filterCount: number
  /** Names of other parameters. */
  readonly unknown: readonly string[]
  readonly problems: Problem[]
}

const isScalarName = setGuard(queryParameterNames.filter((name) => name !== 'contains'))
const isListName = setGuard<QueryParameter>(listParameters)
const isOperator = setGuard<Operator>(operators)

export function sortParameters(query: RawQuery): Parameters {
  if (query.length > bounds.parameters) {
    throw new Refusal('badRequest', say('tooManyParameters', { max: bounds.parameters }))
  }
  const scalars = new Map<ScalarName, string>()
  const filters: FilterParameter[] = []
  const formats = new Map<string, FormatParameter>()
  const contains: string[] = []
  const unknown = new Set<string>()
  const problems = unreadable(query)
  const report = (path: string, said: CodedMessage): void =>
    void problems.push(problemAt(path, said))

  for (const [name, value, wrong] of query) {
    if (wrong) continue
    if (isScalarName(name)) {
      const before = scalars.get(name)
      const isJoined = before !== undefined && isListName(name)
      if (before !== undefined && !isJoined) report(name, say('givenTwice'))
      scalars.set(name, isJoined ? `${before},${value}` : value)
    } else if (name === 'contains') contains.push(value)
    else if (name.endsWith(']') && name.includes('[')) {
      const bracket = name.indexOf('[')
      const path = name.slice(0, bracket).split('.')
      const operator = name.slice(bracket + 1, -1)
      if (path.length > bounds.pathSegments) report(name, say('pathTooDeep'))
      else if (operator === 'format') {
        if (formats.has(name)) report(name, say('givenTwice'))
        formats.set(name, { name, path, value })
      } else if (isOperator(operator)) filters.push({ name, path, operator, value })
      else report(name, say('unknownOperator', { operators: operators.join(', ') }))
    } else unknown.add(name)
  }
  const filterCount = filters.reduce((sum, filter) => sum + conditionCount(filter), contains.length)
  for (const [name, value] of scalars) {
    // An `include` on a list is an error even without a value.
    if (value === '' && name !== 'include') scalars.delete(name)
  }
  return {
    scalars,
    filters,
    formats: [...formats.values()],
    contains,
    filterCount,
    unknown: [...unknown],
    problems,
  }
}

/** `hasall` is one condition for each value, other operators are one. */
function conditionCount({ operator, value }: FilterParameter): number {
  return operator === 'hasall' ? Math.max(1, splitList(value).length) : 1
}

/** Problems with the encoding of parameters, regardless of their meaning. */
export function unreadable(query: RawQuery): Problem[] {
  return query.flatMap(([name, , wrong]) => (wrong ? [problemAt(name, wrong)] : []))
}

function setGuard<Name extends string>(names: readonly Name[]): (name: string) => name is Name {
  const set = new Set<string>(names)
  return (name): name is Name => set.has(name)
}

/** The parts of a comma-separated value without empty ones. */
export function splitList(value: string): string[] {
  return value.split(',').filter((part) => part !== '')
}
