/** The OpenAPI 3.1 document of a space, with its own models. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { maxHops } from '../query/resolve-filter.ts'
import { version } from '../version.ts'
import { errorAnswers, headers, plainSchemas } from './answers.ts'
import { modelSchemas } from './describing.ts'
import { filtersOf, type Filters, type Parameter } from './filters.ts'
import { operationsOf, type Operation } from './operations.ts'

export interface OpenapiOptions {
  /** Public address of the API, `/v1` included. */
  readonly baseUrl: string
  /** Ids of the spaces that a key may know of; null for all. */
  readonly spaceIds: readonly number[] | null
}

export interface OpenapiDocument {
  readonly openapi: '3.1.0'
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [name: string]: unknown
}

/** Filters through more references than are listed follow the pattern. */
function descriptionOf({ hops }: Filters): string {
  const listed =
    hops === maxHops
      ? `Filters may go through references, ${maxHops} at most: \`author.name[eq]\`. All are listed.`
      : `Filters may go through references, ${maxHops} at most: \`author.name[eq]\`. Listed are those through ${hops} at most; ` +
        'the others are written alike, `{reference}.{reference}.{field}[{operator}]`, and take what the field takes.'
  return `Content of this space. ${listed} Formats of texts behind references are written alike: \`author.bio[format]\`. Unknown parameters are ignored. With \`select\` an item has only what it names.`
}

/** `author.name[eq]` as the name of a component: `author.name.eq`. */
function componentName({ name }: Parameter): string {
  return name.replace('[', '.').replace(']', '')
}

export function openapiOf(schema: Schema, { baseUrl, spaceIds }: OpenapiOptions): OpenapiDocument {
  const { root } = schema
  const visible = root.spaces.filter((space) => spaceIds === null || spaceIds.includes(space.id))
  const reach = { schema, spaces: visible.map(({ luid }) => luid) }
  const filters = filtersOf(schema)
  const named = filters.parameters.map(
    (parameter) => [componentName(parameter), parameter] as const,
  )
  const references = named.map(([name]) => ({ $ref: `#/components/parameters/${name}` }))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [place, operation] of operationsOf(reach, references)) {
    const [method = '', path = ''] = place.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: root.name, version, description: descriptionOf(filters) },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-SERVICE-API-KEY' } },
      parameters: Object.fromEntries(named),
      headers,
      responses: errorAnswers(),
      schemas: { ...modelSchemas(reach), ...plainSchemas },
    },
  }
}
