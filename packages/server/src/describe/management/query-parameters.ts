import type { JsonSchema } from '../../fields/field-type.ts'

/** The properties of a query as parameters of the request. */
export function queryParameters({ properties, additionalProperties }: JsonSchema): JsonSchema[] {
  const known = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)
  const parameters = known.map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  return additionalProperties ? [...parameters, anyOther] : parameters
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
