/** The OpenAPI 3.1 document of a space, with its own models. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { maxHops } from '../query/resolve-filter.ts'
import { version } from '../version.ts'
import { errorResponses, headers, plainSchemas } from './responses.ts'
import { modelSchemas } from './item-schemas.ts'
import { filtersOf, type Filters, type Parameter } from './filters.ts'
import { operationsOf, type Operation } from './operations.ts'

export interface OpenapiOptions {
  /** Public URL of the API, including `/v1`. */
  readonly baseUrl: string
  /** Ids of the spaces that the key may read; null for all. */
  readonly spaceIds: readonly number[] | null
}

export interface OpenapiDocument {
  readonly openapi: '3.1.0'
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [name: string]: unknown
}

/** Explains the pattern of filters that are not listed. */
function descriptionOf({ hops }: Filters): string {
  const listed =
    hops === maxHops
      ? `Filters may follow up to ${maxHops} references: \`author.name[eq]\`. All filters are listed.`
      : `Filters may follow up to ${maxHops} references: \`author.name[eq]\`. Only filters with up to ${hops} references are listed; ` +
        'the others have the form `{reference}.{reference}.{field}[{operator}]` and accept the same values as the field.'
  return `Content of this space. ${listed} The formats of texts in references have the same form: \`author.bio[format]\`. Unknown parameters are ignored. With \`select\`, items have only the selected properties.`
}

/**
 * Component names of parameters: `author.name.eq` for `author.name[eq]`, `system.title.eq` for `_title[eq]`.
 * Generators turn them into identifiers or file names and leave out what these cannot contain, so names
 * differ in more than that.
 */
function componentNames(parameters: readonly Parameter[]): [name: string, parameter: Parameter][] {
  const taken = new Set<string>()
  return parameters.map((parameter) => {
    const plain = parameter.name
      .replace(/(?<=^|\.)_/, 'system.')
      .replace('[', '.')
      .replace(']', '')
    let name = plain
    for (let count = 2; taken.has(identifier(name)); count++) name = `${plain}.${count}`
    taken.add(identifier(name))
    return [name, parameter]
  })
}

function identifier(name: string): string {
  return name.replaceAll(/[._]/g, '').toLowerCase()
}

/** The licence of this description, which contains Octavo's texts. Content is not part of it. */
export const license = { name: 'MIT', identifier: 'MIT' }

export function openapiOf(schema: Schema, { baseUrl, spaceIds }: OpenapiOptions): OpenapiDocument {
  const { root } = schema
  const visible = root.spaces.filter((space) => spaceIds === null || spaceIds.includes(space.id))
  const scope = { schema, spaces: visible.map(({ luid }) => luid) }
  const filters = filtersOf(schema)
  const named = componentNames(filters.parameters)
  const references = named.map(([name]) => ({ $ref: `#/components/parameters/${name}` }))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [place, operation] of operationsOf(scope, references)) {
    const [method = '', path = ''] = place.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: root.name, version, license, description: descriptionOf(filters) },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-SERVICE-API-KEY' } },
      parameters: Object.fromEntries(named),
      headers,
      responses: errorResponses(),
      schemas: { ...modelSchemas(scope), ...plainSchemas },
    },
  }
}
