import type { JsonSchema } from '../../fields/field-type.ts'

type Shapes = Readonly<Record<string, JsonSchema>>

/** The properties of a query as parameters of the request. */
export function queryParameters(query: JsonSchema, schemas: Shapes): JsonSchema[] {
  const { $ref } = query
  const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : ''
  const shape = schemas[name] ?? query
  const properties = (shape['properties'] ?? {}) as Shapes
  const parameters = Object.entries(properties).map(([property, { description, ...schema }]) => ({
    name: property,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  return shape['additionalProperties'] === false ? parameters : [...parameters, anyOther]
}

/** Every parameter of a list, which the document of the space describes. */
const anyOther: JsonSchema = {
  name: 'parameters',
  in: 'query',
  description: 'Any parameter of `GET /v1/contents`, by its own name.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}
