/** The order of a list. Unknown names are collected in `ignored`. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { listed, pathsOf } from './allowed.ts'
import { addTarget } from './leaf-conditions.ts'
import { isList, locate, reachableModels } from './locate.ts'
import { bounds, splitList } from './parameters.ts'
import type { FilterContext } from './resolve-filter.ts'
import { systemNames, systemProperty } from './system-properties.ts'
import type { FieldTarget, OrderBy, OrderKey, OwnOrderBy } from './tree.ts'

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
  { schema, reached }: FilterContext,
  problems: Problem[],
): ParsedOrder {
  const order: OrderKey[] = []
  const ignored: string[] = []
  for (const [index, { name, isDescending }] of namesInOrder(value).entries()) {
    const by = index >= bounds.orderNames ? 'many' : orderBy(name, models, schema, reached)
    if (by === 'many') {
      problems.push(problemAt('order', say('tooManyNames', { max: bounds.orderNames })))
      break
    }
    if (by === 'unsortable') {
      problems.push(problemAt('order', unsortable(name, models.candidates, schema)))
    } else if (by === undefined || by === 'unknown') ignored.push(name)
    else order.push({ by, isDescending })
  }
  const [first] = order
  if (first) return { order, isTieDescending: first.isDescending, ignored }
  const newest: OrderKey = { by: { kind: 'time', column: 'created_at' }, isDescending: true }
  return { order: [newest], isTieDescending: true, ignored }
}

/** A name that is repeated sorts where it is given first. */
export function namesInOrder(
  value: string | undefined,
): readonly { readonly name: string; readonly isDescending: boolean }[] {
  const byName = new Map<string, { name: string; isDescending: boolean }>()
  for (const part of splitList(value ?? '').map((text) => text.trim())) {
    const isDescending = part.startsWith('-')
    const name = isDescending ? part.slice(1) : part
    if (name !== '' && !byName.has(name)) byName.set(name, { name, isDescending })
  }
  return [...byName.values()]
}

function unsortable(name: string, models: readonly Model[], schema: Schema): CodedMessage {
  const fields = pathsOf(models, schema, ({ type }) => factsOf(type).isSortable)
  return say('notSortableOf', {
    name: JSON.stringify(name),
    names: listed([...fields, ...systemNames]),
  })
}

type Sortable = OrderBy | 'unsortable' | undefined

function orderBy(
  name: string,
  models: OrderedModels,
  schema: Schema,
  reached: Set<number>,
): Sortable | 'unknown' {
  const path = name.split('.').slice(0, bounds.pathSegments)
  const own = ownOrder(path, models, schema)
  if (own !== 'unsortable') return own
  return throughReference(path, models, schema, reached) ?? own
}

/** By a property of the item itself. Undefined if no model has a field of that name. */
function ownOrder(
  path: readonly string[],
  { candidates, placed }: OrderedModels,
  schema: Schema,
): OwnOrderBy | 'unsortable' | undefined {
  const [name = ''] = path
  const property = path.length === 1 ? systemProperty(name) : undefined
  if (property) return property.orderBy({ schema, models: placed })
  const found = fieldTargets(path, candidates, schema)
  if (found === undefined) return undefined
  if (found.length === 0) return 'unsortable'
  const targets = fieldTargets(path, placed, schema) ?? []
  return {
    kind: 'field',
    targets,
    isShort: targets.every(({ fieldId }) => isShort(fieldId, schema)),
  }
}

/** By a property of the item that a reference leads to. Undefined if the path begins with none. */
function throughReference(
  path: readonly string[],
  { candidates, placed }: OrderedModels,
  schema: Schema,
  reached: Set<number>,
): Sortable | 'unknown' {
  const found = hopsAt(path, candidates, schema)
  if (!found) return undefined
  const leaving = hopsAt(path, placed, schema) ?? found
  const inner = {
    candidates: reachableModels(found.fields, schema),
    placed: reachableModels(leaving.fields, schema),
  }
  const by = ownOrder(found.rest, inner, schema)
  if (by === undefined) return 'unknown'
  if (by === 'unsortable') return by
  for (const { id } of inner.placed) reached.add(id)
  return { kind: 'through', targets: leaving.targets, by }
}

interface Hops {
  readonly targets: FieldTarget[]
  readonly fields: Field[]
  readonly rest: readonly string[]
}

/** The references, not lists of them, that a path begins with. */
function hopsAt(
  path: readonly string[],
  models: readonly Model[],
  schema: Schema,
): Hops | undefined {
  let hops: Hops | undefined
  for (const model of models) {
    const located = locate(model, path, schema)
    if (located?.kind !== 'hop' || located.repeat || isList(located.field)) continue
    const { field, isShared, rest } = located
    hops ??= { targets: [], fields: [], rest }
    if (rest.length !== hops.rest.length) continue
    addTarget(hops.targets, { fieldId: field.id, modelIds: [model.id], isShared })
    hops.fields.push(field)
  }
  return hops
}

/** Only fields with free text can be long. */
function isShort(fieldId: number, schema: Schema): boolean {
  const field = schema.fieldById.get(fieldId)
  return field !== undefined && fieldTypeOf(field).searchText === undefined
}

/** The fields to sort by; undefined if no model has a field of that name. */
function fieldTargets(
  path: readonly string[],
  models: readonly Model[],
  schema: Schema,
): FieldTarget[] | undefined {
  const targets: FieldTarget[] = []
  let isFound = false
  for (const model of models) {
    const located = locate(model, path, schema)
    if (!located) continue
    isFound = true
    if (located.kind !== 'field' || located.repeat) continue
    const { field, isShared } = located
    if (!factsOf(field.type).isSortable) continue
    addTarget(targets, { fieldId: field.id, modelIds: [model.id], isShared })
  }
  return isFound ? targets : undefined
}
