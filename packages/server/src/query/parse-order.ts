/** The order of a list. Unknown names are collected in `ignored`. */
import type { Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { locate } from './locate.ts'
import { bounds, splitList } from './parameters.ts'
import { systemProperty } from './system-properties.ts'
import type { FieldTarget, OrderBy, OrderKey } from './tree.ts'

export interface ParsedOrder {
  readonly order: OrderKey[]
  readonly isTieDescending: boolean
  readonly ignored: string[]
}

/** Models whose fields make a name valid, and models whose items have a position in the order. */
export interface OrderedModels {
  readonly candidates: readonly Model[]
  readonly placed: readonly Model[]
}

export function parseOrder(
  value: string | undefined,
  models: OrderedModels,
  schema: Schema,
  problems: Problem[],
): ParsedOrder {
  const order: OrderKey[] = []
  const seen = new Set<string>()
  const ignored: string[] = []
  for (const part of splitList(value ?? '').map((text) => text.trim())) {
    const isDescending = part.startsWith('-')
    const name = isDescending ? part.slice(1) : part
    if (name === '' || seen.has(name)) continue
    seen.add(name)
    const by = seen.size > bounds.orderNames ? 'many' : orderBy(name, models, schema)
    if (by === 'many') {
      problems.push(problemAt('order', say('tooManyNames', { max: bounds.orderNames })))
      break
    }
    if (by === 'unsortable') {
      problems.push(problemAt('order', say('notSortable', { name: JSON.stringify(name) })))
    } else if (by === undefined) ignored.push(name)
    else order.push({ by, isDescending })
  }
  const [first] = order
  if (first) return { order, isTieDescending: first.isDescending, ignored }
  const newest: OrderKey = { by: { kind: 'time', column: 'created_at' }, isDescending: true }
  return { order: [newest], isTieDescending: true, ignored }
}

function orderBy(
  name: string,
  { candidates, placed }: OrderedModels,
  schema: Schema,
): OrderBy | 'unsortable' | undefined {
  const property = systemProperty(name)
  if (property) return property.orderBy({ schema, models: placed })
  const found = fieldTargets(name, candidates, schema)
  if (found === undefined) return undefined
  if (found.length === 0) return 'unsortable'
  const targets = fieldTargets(name, placed, schema) ?? []
  return {
    kind: 'field',
    targets,
    isShort: targets.every(({ fieldId }) => isShort(fieldId, schema)),
  }
}

/** Only fields with free text can be long. */
function isShort(fieldId: number, schema: Schema): boolean {
  const field = schema.fieldById.get(fieldId)
  return field !== undefined && fieldTypeOf(field).searchText === undefined
}

/** The fields to sort by; undefined if no model has a field of that name. */
function fieldTargets(
  name: string,
  models: readonly Model[],
  schema: Schema,
): FieldTarget[] | undefined {
  const targets: FieldTarget[] = []
  let isFound = false
  for (const model of models) {
    const located = locate(model, name.split('.').slice(0, bounds.pathSegments), schema)
    if (!located) continue
    isFound = true
    if (located.kind !== 'field' || located.isInRepeat) continue
    const { field, isShared } = located
    if (!factsOf(field.type).isSortable) continue
    const at = targets.findIndex(({ fieldId }) => fieldId === field.id)
    const modelIds = [...(targets[at]?.modelIds ?? []), model.id]
    targets.splice(at < 0 ? targets.length : at, 1, { fieldId: field.id, modelIds, isShared })
  }
  return isFound ? targets : undefined
}
