/** The parameter `where`, in the reference model of the read API. */
import type { Model } from '@octavo/schema/definitions.ts'
import type { StoredValues } from '../fields/field-type.ts'
import {
  BadRequest,
  fieldAt,
  folded,
  isPath,
  isValid,
  passes,
  targetsOf,
  valuesAt,
  type Comparison,
} from './read-model-list.ts'
import type { ReadScope, VisibleItem } from './read-model-types.ts'

export type WhereJson = { readonly [key: string]: unknown }

export function whereMatches(where: WhereJson, visible: VisibleItem, scope: ReadScope): boolean {
  return Object.entries(where).every(([key, value]) => {
    const inner = (one: unknown): boolean => whereMatches(one as WhereJson, visible, scope)
    if (key === '$and') return (value as unknown[]).every(inner)
    if (key === '$or') return (value as unknown[]).some(inner)
    if (key === '$not') return !inner(value)
    return Object.entries(value as WhereJson).every(([operator, operand]) =>
      fieldMatches(key.split('.'), operator, operand, visible, scope),
    )
  })
}

function fieldMatches(
  path: string[],
  operator: string,
  operand: unknown,
  visible: VisibleItem,
  scope: ReadScope,
): boolean {
  if (!operator.startsWith('$')) {
    return passes(visible, path, comparisonOf(operator, operand), scope)
  }
  const matching = entriesAt(visible, path, scope).map((entry) =>
    whereMatches(operand as WhereJson, entry, scope),
  )
  if (operator === '$some') return matching.some(Boolean)
  if (!isPath([visible.model], path, scope)) return false
  return operator === '$none' ? !matching.some(Boolean) : matching.every(Boolean)
}

function comparisonOf(operator: string, operand: unknown): Comparison {
  const operands = (Array.isArray(operand) ? operand : [operand]) as Comparison['operands']
  const words = operands.map((one) => folded(String(one)))
  const trimmed = operator === 'contains' ? words.map((word) => word.trim()) : words
  return { operator, operands, words: trimmed, isJson: true }
}

/** The entries of the list at a path, each as an item of which only it is known. */
function entriesAt(visible: VisibleItem, path: string[], scope: ReadScope): VisibleItem[] {
  const found = valuesAt(visible.values, visible.model.fields, path, scope)
  return found.flatMap(({ field, value, rest }) => {
    if (field.type === 'reference' || field.type === 'references') {
      const targets = [value ?? []].flat().flatMap((id) => scope.byId.get(Number(id)) ?? [])
      if (rest.length > 0) return targets.flatMap((target) => entriesAt(target, [...rest], scope))
      return field.type === 'references' ? targets : []
    }
    if (field.type !== 'repeat') return []
    const model = { ...visible.model, fields: field.fields }
    return ((value ?? []) as StoredValues[]).map((values) => ({ ...visible, model, values }))
  })
}

/** What a condition is tested on: items that references led to, or entries of repeats. */
interface Place {
  readonly models: readonly Model[]
  readonly hops: number
  readonly isEntry: boolean
}

export function checkWhere(where: WhereJson, place: Place, scope: ReadScope): void {
  for (const [key, value] of Object.entries(where)) {
    const inner = (one: unknown): void => checkWhere(one as WhereJson, place, scope)
    if (key === '$and' || key === '$or') for (const one of value as unknown[]) inner(one)
    else if (key === '$not') inner(value)
    else {
      for (const [operator, operand] of Object.entries(value as WhereJson)) {
        checkField(key.split('.'), operator, operand, place, scope)
      }
    }
  }
}

function checkField(
  path: readonly string[],
  operator: string,
  operand: unknown,
  { models, hops, isEntry }: Place,
  scope: ReadScope,
): void {
  if (!operator.startsWith('$')) {
    const comparison = comparisonOf(operator, operand)
    if (!isValid(models, path, comparison, scope, hops, !isEntry)) throw new BadRequest()
    return
  }
  const places = placesAt(models, path, hops, scope)
  const isFar = places.some((place) => place.hops > 3)
  if (places.length === 0 || isFar) throw new BadRequest()
  for (const kind of [true, false]) {
    const same = places.filter((place) => place.isEntry === kind)
    const [first] = same
    if (first) {
      const all = new Set(same.flatMap((place) => place.models))
      checkWhere(operand as WhereJson, { ...first, models: [...all] }, scope)
    }
  }
}

/** Where the entries of the list at a path are. */
function placesAt(
  models: readonly Model[],
  path: readonly string[],
  hops: number,
  scope: ReadScope,
): Place[] {
  return models.flatMap((model): Place[] => {
    const at = fieldAt(model.fields, path, scope)
    if (!at) return []
    const { field, rest } = at
    const targets = targetsOf(field, scope)
    if (rest.length > 0) return hops < 3 ? placesAt(targets, rest, hops + 1, scope) : []
    if (field.type === 'references') return [{ models: targets, hops: hops + 1, isEntry: false }]
    if (field.type !== 'repeat') return []
    return [{ models: [{ ...model, fields: field.fields }], hops, isEntry: true }]
  })
}
