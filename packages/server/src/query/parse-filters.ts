/** Parses all filters of a request. */
import type { Model } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import { say } from '@octavo/schema/problems.ts'
import { withAllowed } from './allowed.ts'
import { bounds, splitList, type FilterParameter, type Parameters } from './parameters.ts'
import { partsOf } from './logic.ts'
import { hopsOf } from './hops.ts'
import { simplifiedAll, withoutDuplicates } from './merge.ts'
import { resolveFilter, type FilterContext, type Place } from './resolve-filter.ts'
import type { Condition } from './tree.ts'
import { parseWhere } from './where.ts'

export function parseFilters(
  parameters: Parameters,
  models: readonly Model[],
  context: FilterContext,
): Condition[] {
  const { problems } = parameters
  const place: Place = { kind: 'item', models, hops: 0 }
  const keywords = countingKeywords(problems)
  const conditions = parameters.contains.flatMap((value) =>
    keywords('contains', value).map((keyword): Condition => ({
      kind: 'text',
      targets: null,
      keyword,
    })),
  )
  for (const filter of parameters.filters.slice(0, bounds.filters)) {
    const operands = operandsOf(filter, problems, keywords)
    if (!operands) continue
    const resolved = resolveFilter({ ...filter, operands, isJson: false }, place, context)
    if ('message' in resolved) {
      const fault = withAllowed(resolved, filter.path, place, context.schema)
      problems.push(problemAt(filter.name, fault))
    } else if (!isText(filter.operator) || operands[0] !== '') {
      conditions.push(...separated(resolved))
    }
  }
  const hops = withoutDuplicates(conditions).reduce((sum, one) => sum + hopsOf(one), 0)
  const where = parseWhere(parameters.scalars.get('where'), place, context, problems)
  if (where.hops + hops > bounds.hops) {
    problems.push(problemAt('', say('tooManyHops', { max: bounds.hops })))
  }
  if (parameters.filterCount + where.filters > bounds.filters) {
    problems.push(problemAt('', say('tooManyFilters', { max: bounds.filters })))
  }
  return simplifiedAll([...conditions, ...partsOf(where.condition)])
}

function isText(operator: Operator): boolean {
  return operator === 'contains' || operator === 'startswith'
}

type Keywords = (path: string, value: string, split?: (value: string) => string[]) => string[]

/**
 * Conditions that must all match, as separate as they can be. Those on an item in a list of references stay
 * together, because they must match the same item.
 */
function separated(condition: Condition): Condition[] {
  return partsOf(condition).flatMap((part) => {
    if (part.kind !== 'through' || part.targets.some(({ isMany }) => isMany)) return [part]
    return separated(part.inner).map((inner) => ({ ...part, inner }))
  })
}

/** The operands of a filter, or undefined with a problem. */
function operandsOf(
  { name, operator, value }: FilterParameter,
  problems: Problem[],
  keywords: Keywords,
): string[] | undefined {
  if (operator === 'contains') {
    const found = keywords(name, value)
    // Without a keyword there is nothing to compare, but the name is still validated.
    return found.length > 0 ? found : ['']
  }
  if (operator === 'startswith') return keywords(name, value, (text) => [fold(text)])
  if (operator === 'exists' && value !== 'true' && value !== 'false') {
    problems.push(problemAt(name, say('notBoolean')))
    return undefined
  }
  if (!listOperators.some((one) => one === operator)) return [value]
  const parts = splitList(value)
  if (parts.length <= bounds.inValues) return parts
  problems.push(problemAt(name, say('tooManyValues', { max: bounds.inValues })))
  return undefined
}

/** Folds keywords as they are compared, and counts them over the complete request. */
export function countingKeywords(problems: Problem[]): Keywords {
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
