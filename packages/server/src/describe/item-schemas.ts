/** JSON Schemas of the items of a space, by their names in the OpenAPI document. */
import type { Model } from '@octavo/schema/definitions.ts'
import { statuses } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Describing, JsonSchema } from '../fields/field-type.ts'
import { walks } from '../fields/registry.ts'

export interface Scope {
  readonly schema: Schema
  /** LUIDs of the visible spaces. */
  readonly spaces: readonly string[]
}

export const id: JsonSchema = { type: 'integer', minimum: 1 }
const time: JsonSchema = { type: 'string', format: 'date-time' }
const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' }

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An object with exactly these properties, all required. */
export function closedObject(properties: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

export function itemName({ luid }: Model): string {
  return `item.${luid}`
}

/** One of these schemas. Without any, as in a space without models, nothing matches. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas
  if (!only) return { not: {} }
  return schemas.length === 1 ? only : { anyOf: schemas }
}

/** The item, input and body schemas of all models. */
export function modelSchemas({ schema, spaces }: Scope): Record<string, JsonSchema> {
  const described: Record<string, JsonSchema> = {}
  for (const model of schema.root.models) {
    const { luid, name } = model
    const shown = itemSchema(model, schema, spaces)
    described[itemName(model)] = { title: name, ...shown }
    described[`found.${luid}`] = { title: name, ...found(shown, schema) }
    described[`fields.${luid}`] = walks.inputSchemaOf(model.fields, describing(schema, false))
    described[`translation.${luid}`] = walks.inputSchemaOf(model.fields, describing(schema, true))
    described[`data.${luid}`] = dataSchema(luid, schema)
  }
  return described
}

function describing(schema: Schema, isTranslation: boolean): Describing {
  return {
    schema,
    isTranslation,
    item: (models) =>
      schema.root.models
        .filter((model) => models === null || models.includes(model.id))
        .map((model) => reference(itemName(model))),
  }
}

interface ObjectSchema extends JsonSchema {
  readonly properties: JsonSchema
}

function itemSchema(model: Model, schema: Schema, spaces: readonly string[]): ObjectSchema {
  const fields = walks.jsonSchemaOf(model.fields, describing(schema, false))
  return {
    type: 'object',
    properties: {
      ...systemSchemas(model, schema, spaces),
      ...(fields['properties'] as JsonSchema),
    },
    additionalProperties: false,
  }
}

function systemSchemas({ luid }: Model, schema: Schema, spaces: readonly string[]): JsonSchema {
  return {
    _id: id,
    _model: { const: luid },
    _title: { type: 'string' },
    _created_at: time,
    _updated_at: time,
    _published_at: timeOrNull,
    _last_published_at: timeOrNull,
    _status: { enum: statuses },
    ...(schema.hasSubSpaces && { _space: { enum: spaces } }),
  }
}

/** Adds the properties of `include`. Neighbours may be of any model. */
function found(item: ObjectSchema, schema: Schema): JsonSchema {
  const models = schema.root.models.map((model) => reference(itemName(model)))
  const neighbour = { anyOf: [...models, { type: 'null' }] }
  const language = { enum: schema.root.languages.map(({ key }) => key) }
  const languages = closedObject({
    current: language,
    available: { type: 'array', items: language },
  })
  const properties = { ...item.properties, _prev: neighbour, _next: neighbour, _langs: languages }
  return { ...item, properties }
}

/** `fields` and `fields[<language>]`; both are valid for the main language. */
function dataSchema(luid: string, schema: Schema): JsonSchema {
  const languages = schema.root.languages.map(({ key }) => [
    `fields[${key}]`,
    reference(`${key === schema.mainLanguage.key ? 'fields' : 'translation'}.${luid}`),
  ])
  return {
    type: 'object',
    properties: {
      fields: reference(`fields.${luid}`),
      ...(Object.fromEntries(languages) as JsonSchema),
    },
    additionalProperties: false,
  }
}
