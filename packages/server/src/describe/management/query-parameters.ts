import type { JsonSchema } from '../../fields/field-type.ts'

/** Converts the properties of a query schema to parameters. */
export function queryParameters({ properties, additionalProperties }: JsonSchema): JsonSchema[] {
  const entries = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)
  const parameters = entries.map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  return additionalProperties ? [...parameters, anyOther] : parameters
}

/** Stands for all parameters of a list. The OpenAPI document of the space describes them. */
const anyOther: JsonSchema = {
  name: 'parameters',
  in: 'query',
  description: 'Any parameter of `GET /v1/contents`, by its own name.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}
