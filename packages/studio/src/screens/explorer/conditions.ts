/** Filters in groups, as the form holds them and as `where` in JSON. */
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import type { Filter } from '../contents/list-search.ts'

export const matches = ['all', 'any', 'none'] as const
export type Match = (typeof matches)[number]

export const entryTests = ['some', 'none', 'every'] as const
export type EntryTest = (typeof entryTests)[number]

/** Conditions of which an item must match all, at least one or none. */
export interface ConditionGroup {
  readonly match: Match
  readonly conditions: readonly (Filter | ConditionGroup)[]
  /** Tests the conditions on one entry of this list: at least one must match, none or every. */
  readonly entries?: { readonly path: string; readonly test: EntryTest }
}

/** The fields that conditions are about: of the items, or of the entries of a list. */
export interface FilterScope {
  typeOf(path: string): FieldTypeName | undefined
  entriesOf(path: string): FilterScope
}

/** Groups inside of groups; the outermost is the first level. */
export const maxLevels = 3

export const noConditions: ConditionGroup = { match: 'all', conditions: [] }

export function isGroup(condition: Filter | ConditionGroup): condition is ConditionGroup {
  return 'conditions' in condition
}

/** The filters, if all must match and none is in a group: then they are parameters. */
export function plainFilters(group: ConditionGroup): Filter[] | undefined {
  const { match, conditions } = withoutEmpty(group)
  const filters = filtersOf(conditions)
  const isPlain = match === 'all' && filters.length === conditions.length
  return isPlain || conditions.length === 0 ? filters : undefined
}

/** The conditions that are not groups. */
export function filtersOf(conditions: ConditionGroup['conditions']): Filter[] {
  return conditions.flatMap((one) => (isGroup(one) ? [] : [one]))
}

/** The filters as JSON, as in the parameter `where`; '' without filters. */
export function whereOf(group: ConditionGroup, scope: FilterScope): string {
  const filled = withoutEmpty(group)
  return filled.conditions.length === 0 ? '' : JSON.stringify(jsonOfGroup(filled, scope))
}

/** A group without conditions is ignored: as an alternative, it would match nothing. */
function withoutEmpty(group: ConditionGroup): ConditionGroup {
  const inner = group.conditions.map((one) => (isGroup(one) ? withoutEmpty(one) : one))
  return { ...group, conditions: inner.filter((one) => !isGroup(one) || one.conditions.length > 0) }
}

function jsonOfGroup({ match, conditions, entries }: ConditionGroup, scope: FilterScope): object {
  const inner = entries ? scope.entriesOf(entries.path) : scope
  const all = conditions.map((one) =>
    isGroup(one) ? jsonOfGroup(one, inner) : jsonOfFilter(one, inner.typeOf(one.path)),
  )
  const matched = matching(match, all)
  return entries ? { [entries.path]: { [`$${entries.test}`]: matched } } : matched
}

function matching(match: Match, all: object[]): object {
  if (match === 'none') return { $not: matching('any', all) }
  const [first = {}] = all
  if (all.length === 1) return first
  return match === 'all' ? { $and: all } : { $or: all }
}

/** Commas separate keywords in a parameter, but not in JSON. */
function jsonOfFilter({ path, operator, value }: Filter, type: FieldTypeName | undefined): object {
  const keywords =
    operator === 'contains' ? value.split(',').filter((one) => one.trim() !== '') : []
  if (keywords.length > 1) return { $and: keywords.map((one) => ({ [path]: { contains: one } })) }
  return { [path]: { [operator]: jsonOf(value, operator, type) } }
}

function jsonOf(value: string, operator: Operator, type: FieldTypeName | undefined): unknown {
  if (operator === 'exists') return value === 'true'
  if (listOperators.some((one) => one === operator))
    return value.split(',').map((one) => jsonOf(one, 'eq', type))
  if (operator === 'contains' || operator === 'startswith') return value
  const operandType = type && factsOf(type).operandType
  if (operandType === 'boolean') return value === 'true'
  return operandType === 'number' ? Number(value) : value
}
