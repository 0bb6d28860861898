/** Parses all filters of a request. */
import type { Model } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import { say } from '@octavo/schema/problems.ts'
import { bounds, splitList, type FilterParameter, type Parameters } from './parameters.ts'
import { partsOf } from './logic.ts'
import { resolveFilter, type FilterContext } from './resolve-filter.ts'
import { tightest, withoutLooseTimes } from './tighten.ts'
import type { Condition, KeyTarget } from './tree.ts'

export function parseFilters(
  parameters: Parameters,
  models: readonly Model[],
  context: FilterContext,
): Condition[] {
  const { problems } = parameters
  const keywords = countingKeywords(problems)
  const conditions = parameters.contains.flatMap((value) =>
    keywords('contains', value).map((keyword): Condition => ({
      kind: 'text',
      targets: null,
      keyword,
    })),
  )
  for (const filter of parameters.filters.slice(0, bounds.filters)) {
    for (const operands of operandLists(filter, problems, keywords)) {
      const resolved = resolveFilter({ ...filter, operands }, models, context)
      if ('message' in resolved) {
        problems.push(problemAt(filter.name, resolved))
        break
      }
      if (!isText(filter.operator) || operands[0] !== '') conditions.push(...partsOf(resolved))
    }
  }
  const distinct = withoutDuplicates(conditions)
  if (distinct.reduce((sum, condition) => sum + hopsOf(condition), 0) > bounds.hops) {
    problems.push(problemAt('', say('tooManyHops', { max: bounds.hops })))
  }
  return mergeRanges(withoutLooseTimes(distinct))
}

function isText(operator: Operator): boolean {
  return operator === 'contains' || operator === 'startswith'
}

/** A repeated condition is redundant. */
function withoutDuplicates(conditions: readonly Condition[]): Condition[] {
  return [
    ...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values(),
  ]
}

/** How many references a condition follows; for alternatives, the maximum. */
function hopsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'through':
      return 1 + hopsOf(condition.inner)
    case 'not':
      return hopsOf(condition.of)
    case 'all':
      return condition.of.reduce((sum, one) => sum + hopsOf(one), 0)
    case 'any':
      return Math.max(0, ...condition.of.map(hopsOf))
    default:
      return 0
  }
}

/** Merges ranges on the same field, so that one index scan covers them. */
function mergeRanges(conditions: readonly Condition[]): Condition[] {
  const merged: Condition[] = []
  for (const condition of conditions) {
    const at = merged.findIndex((other) => isSameRange(other, condition))
    const other = merged[at]
    if (other?.kind === 'keys' && condition.kind === 'keys') {
      const targets = other.targets.map((target, index) =>
        bothRanges(target, condition.targets[index]),
      )
      merged[at] = { kind: 'keys', targets }
    } else merged.push(condition)
  }
  return merged
}

function isSameRange(a: Condition, b: Condition): boolean {
  if (a.kind !== 'keys' || b.kind !== 'keys' || a.targets.length !== b.targets.length) return false
  // Each entry of a list has its own key, so that different entries may match.
  const isRange = [...a.targets, ...b.targets].every(
    ({ test, isMany }) => test.kind === 'range' && !isMany,
  )
  return isRange && a.targets.every(({ fieldId }, index) => b.targets[index]?.fieldId === fieldId)
}

function bothRanges(a: KeyTarget, b: KeyTarget | undefined): KeyTarget {
  if (a.test.kind !== 'range' || b?.test.kind !== 'range') return a
  return { ...a, test: { kind: 'range', bounds: tightest([...a.test.bounds, ...b.test.bounds]) } }
}

type Keywords = (path: string, value: string, split?: (value: string) => string[]) => string[]

/**
 * The operands of each condition of a filter: `contains` has one condition per keyword, other operators have
 * one.
 */
function operandLists(
  { name, operator, value }: FilterParameter,
  problems: Problem[],
  keywords: Keywords,
): string[][] {
  if (operator === 'contains') {
    const found = keywords(name, value)
    // Without a keyword there is nothing to compare, but the name is still validated.
    return found.length > 0 ? found.map((keyword) => [keyword]) : [['']]
  }
  if (operator === 'startswith') return [keywords(name, value, (text) => [fold(text)])]
  if (operator === 'exists' && value !== 'true' && value !== 'false') {
    problems.push(problemAt(name, say('notBoolean')))
    return []
  }
  if (!listOperators.some((one) => one === operator)) return [[value]]
  const parts = splitList(value)
  if (parts.length <= bounds.inValues) return [parts]
  problems.push(problemAt(name, say('tooManyValues', { max: bounds.inValues })))
  return []
}

/** Folds keywords as they are compared, and counts them over the complete request. */
function countingKeywords(problems: Problem[]): Keywords {
  let count = 0
  return (path, value, split = keywordsIn) => {
    if (value.includes('\0') || !value.isWellFormed()) {
      problems.push(problemAt(path, say('badCharacters')))
      return []
    }
    const found = split(value)
    const before = count
    count += found.length
    if (count > bounds.keywords && before <= bounds.keywords) {
      problems.push(problemAt(path, say('tooManyKeywords', { max: bounds.keywords })))
    }
    return found.slice(0, bounds.keywords)
  }
}

function keywordsIn(value: string): string[] {
  return splitList(value)
    .map((part) => fold(part.trim()))
    .filter((keyword) => keyword !== '')
}
