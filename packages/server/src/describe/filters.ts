/** The filters of a space as query parameters: every valid path, up to a maximum number. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf, textFormats } from '@octavo/schema/field-types.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { targetModels } from '../query/locate.ts'
import { maxHops, notInRepeats } from '../query/resolve-filter.ts'
import { systemNames, systemProperty } from '../query/system-properties.ts'

export type Parameter = { readonly name: string } & JsonSchema

/** A query parameter. Lists are separated by commas. */
export function queryParameter(
  name: string,
  description: string,
  schema: JsonSchema,
  more: JsonSchema = {},
): Parameter {
  const isList = schema['type'] === 'array'
  return { name, in: 'query', description, schema, ...(isList && { explode: false }), ...more }
}

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

export interface Filters {
  readonly parameters: readonly Parameter[]
  /** The maximum number of references in a listed filter. */
  readonly hops: number
}

/** Keeps the document usable: models that refer to each other quickly produce many more filters. */
const maxFilters = 2000

type Found = Map<string, Parameter>
/** The models behind references, by path prefix. */
type Leaps = Map<string, Set<Model>>

/** All filters without references, then one reference more at a time until there are too many. */
export function filtersOf(schema: Schema): Filters {
  const all: Found = new Map()
  let leaps: Leaps = new Map([['', new Set(schema.root.models)]])
  for (let hops = 0; hops <= maxHops; hops++) {
    const found: Found = new Map()
    const next: Leaps = new Map()
    for (const [before, models] of leaps) {
      addSystem(found, before)
      for (const model of models) addFields(found, next, model.fields, { before, schema })
      if (hops > 0 && all.size + found.size > maxFilters)
        return { parameters: [...all.values()], hops: hops - 1 }
    }
    for (const [name, parameter] of found) all.set(name, parameter)
    leaps = next
  }
  return { parameters: [...all.values()], hops: maxHops }
}

function addSystem(found: Found, before: string): void {
  for (const name of systemNames) {
    for (const operator of systemProperty(name)?.operators ?? []) {
      add(found, `${before}${name}[${operator}]`, operator, undefined)
    }
  }
}

interface Place {
  readonly before: string
  readonly schema: Schema
  readonly isInRepeat?: boolean
}

function addFields(found: Found, leaps: Leaps, fields: readonly Field[], place: Place): void {
  const { before, schema, isInRepeat = false } = place
  for (const field of fields) {
    const path = before + field.luid
    const { nested } = fieldTypeOf(field)
    for (const operator of factsOf(field.type).operators) {
      if (!isInRepeat || !notInRepeats.includes(operator))
        add(found, `${path}[${operator}]`, operator, field)
    }
    const targets = targetModels(field)
    if (targets && !isInRepeat) addLeap(leaps, `${path}.`, targets.ids, schema)
    if (!nested || nested.reach === 'closed') continue
    const isMany = nested.reach === 'many'
    const inner = { before: `${path}.`, schema, isInRepeat: isInRepeat || isMany }
    addFields(found, leaps, nested.fields(field, schema), inner)
  }
}

function addLeap(
  leaps: Leaps,
  before: string,
  ids: readonly number[] | null,
  { root }: Schema,
): void {
  const models = leaps.get(before) ?? new Set()
  for (const model of root.models) if (ids === null || ids.includes(model.id)) models.add(model)
  leaps.set(before, models)
}

const meanings: Record<Operator, string> = {
  eq: 'Equal.',
  ne: 'Not equal, or empty.',
  in: 'Equal to one of these.',
  nin: 'Equal to none of these, or empty.',
  lt: 'Earlier.',
  lte: 'Earlier or equal.',
  gt: 'Later.',
  gte: 'Later or equal.',
  contains: 'Contains all of these keywords.',
  startswith: 'Starts with this text.',
  has: 'Has this value.',
  hasany: 'Has one of these values.',
  hasall: 'Has all of these values.',
  exists: 'Whether there is a value.',
}

/** Where times are earlier, numbers are less. */
const meaningsOfNumbers: Partial<Record<Operator, string>> = {
  lt: 'Less.',
  lte: 'Less or equal.',
  gt: 'Greater.',
  gte: 'Greater or equal.',
}

/** Most values are strings: a value of the wrong type matches nothing or is rejected. */
function add(found: Found, name: string, operator: Operator, field: Field | undefined): void {
  const own = operator === 'exists' ? undefined : field && fieldTypeOf(field).operandSchema
  const value = own ?? textSchema(operator)
  const isList = operator === 'contains' || listOperators.some((one) => one === operator)
  const label = field && field.name !== field.luid ? ` (${field.name})` : ''
  const meaning = value['type'] === 'number' ? meaningsOfNumbers[operator] : undefined
  const description = `${meaning ?? meanings[operator]}${label}`
  found.set(name, queryParameter(name, description, isList ? listOf(value) : value))
}

function textSchema(operator: Operator): JsonSchema {
  if (operator === 'exists') return { enum: ['true', 'false'] }
  const isTime = operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
  return { type: 'string', ...(isTime && { format: 'date-time' }) }
}

/** Format parameters of all flexible texts with paths without references. */
export function formatParameters(models: readonly Model[], schema: Schema): Parameter[] {
  const names = new Set(models.flatMap(({ fields }) => formatPaths(fields, '', schema)))
  return [...names].map((path) =>
    queryParameter(`${path}[format]`, 'Format of this text; html by default.', {
      enum: textFormats,
    }),
  )
}

function formatPaths(fields: readonly Field[], before: string, schema: Schema): string[] {
  return fields.flatMap((field) => {
    const { nested } = fieldTypeOf(field)
    const path = `${before}${field.luid}.`
    if (field.type === 'combination') {
      const sets = field.fieldSets.flatMap((id) => schema.fieldSetById.get(id) ?? [])
      return sets.flatMap(({ luid, fields: own }) => formatPaths(own, `${path}${luid}.`, schema))
    }
    if (nested) return formatPaths(nested.fields(field, schema), path, schema)
    return field.type === 'flexible' ? [before + field.luid] : []
  })
}
