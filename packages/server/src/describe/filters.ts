/** The filters of a space as query parameters: every path that leads through no reference. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { textFormats, type Operator } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { systemProperty } from '../query/system-properties.ts'

export type Parameter = { readonly name: string } & JsonSchema

const systemNames = [
  '_id',
  '_model',
  '_space',
  '_status',
  '_title',
  '_created_at',
  '_updated_at',
  '_published_at',
  '_last_published_at',
]

/** A parameter of the query; several values are parted by commas. */
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

export function filterParameters(schema: Schema): Parameter[] {
  const byName = new Map<string, Parameter>()
  for (const name of systemNames) {
    for (const operator of systemProperty(name)?.operators ?? []) {
      add(byName, `${name}[${operator}]`, operator, undefined)
    }
  }
  for (const model of schema.root.models) addFields(byName, model.fields, '', false, schema)
  return [...byName.values()]
}

function addFields(
  byName: Map<string, Parameter>,
  fields: readonly Field[],
  before: string,
  isInRepeat: boolean,
  schema: Schema,
): void {
  for (const field of fields) {
    const path = before + field.luid
    const { operators, nested } = fieldTypeOf(field)
    for (const operator of operators) {
      if (!isInRepeat || operator === 'eq') add(byName, `${path}[${operator}]`, operator, field)
    }
    if (!nested || nested.reach === 'closed') continue
    const isMany = nested.reach === 'many'
    addFields(byName, nested.fields(field, schema), `${path}.`, isInRepeat || isMany, schema)
  }
}

const meanings: Record<Operator, string> = {
  eq: 'Equal.',
  in: 'Equal to one of these.',
  lt: 'Earlier.',
  lte: 'At most as late.',
  gt: 'Later.',
  gte: 'At least as late.',
  contains: 'Has all of these keywords.',
  has: 'Has this option.',
}

/** Values are compared as text, so that a value of the wrong kind finds nothing or is refused. */
function add(
  byName: Map<string, Parameter>,
  name: string,
  operator: Operator,
  field: Field | undefined,
): void {
  const isTime = operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
  const value: JsonSchema = { type: 'string', ...(isTime && { format: 'date-time' }) }
  const isList = operator === 'in' || operator === 'contains'
  const label = field && field.name !== field.luid ? ` (${field.name})` : ''
  const description = `${meanings[operator]}${label}`
  byName.set(name, queryParameter(name, description, isList ? listOf(value) : value))
}

/** The format of each flexible text that a path without references leads to. */
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
    if (nested && nested.reach !== 'closed') {
      return formatPaths(nested.fields(field, schema), `${before}${field.luid}.`, schema)
    }
    return field.type === 'flexible' ? [before + field.luid] : []
  })
}
