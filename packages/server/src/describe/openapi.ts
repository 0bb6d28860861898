/** The OpenAPI 3.1 document of a space, with its own models. */
import type { Schema } from '@octavo/schema/schema.ts'
import { version } from '../version.ts'
import { errorAnswers, headers, plainSchemas } from './answers.ts'
import { modelSchemas } from './describing.ts'
import { operationsOf, type Operation } from './operations.ts'

export interface OpenapiOptions {
  /** Public address of the API, `/v1` included. */
  readonly baseUrl: string
  /** Ids of the spaces that a key may know of; null for all. */
  readonly spaceIds: readonly number[] | null
}

export interface OpenapiDocument {
  readonly openapi: '3.1.0'
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [name: string]: unknown
}

const description = `
Content of this space. A filter may also go through references, three at most: \
\`author.name[eq]\`. Unknown parameters are ignored. With \`select\` an item has only what it names.
`.trim()

export function openapiOf(schema: Schema, { baseUrl, spaceIds }: OpenapiOptions): OpenapiDocument {
  const { root } = schema
  const visible = root.spaces.filter((space) => spaceIds === null || spaceIds.includes(space.id))
  const reach = { schema, spaces: visible.map(({ luid }) => luid) }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [place, operation] of operationsOf(reach)) {
    const [method = '', path = ''] = place.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: root.name, version, description },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-SERVICE-API-KEY' } },
      headers,
      responses: errorAnswers(),
      schemas: { ...modelSchemas(reach), ...plainSchemas },
    },
  }
}
