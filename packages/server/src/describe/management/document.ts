/** The OpenAPI 3.1 document of the management API that Studio uses. It is the same for every space. */
import { adminCalls, eventStream, type AdminCallSchemas } from '@octavo/schema/admin/calls.ts'
import { fileForm } from '@octavo/schema/admin/media.ts'
import {
  adminHeader,
  adminPath,
  adminRoutes,
  type AdminRouteFacts,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import { errorTable } from '@octavo/schema/errors.ts'
import type { JsonSchema } from '../../fields/field-type.ts'
import { version } from '../../version.ts'
import { license, type OpenapiDocument } from '../openapi.ts'
import type { Operation } from '../operations.ts'
import { managementSchemas, type ManagementSchemas } from './json-schemas.ts'
import { queryParameters } from './query-parameters.ts'

export interface ManagementOptions {
  /** Public URL of Studio, without a trailing slash. */
  readonly webUrl: string
}

const description =
  'The API of Studio. `signIn` sets a cookie. Every request except GET needs the header ' +
  `\`${adminHeader.name}: ${adminHeader.value}\`; requests from other origins are rejected. This API changes ` +
  'between versions: programs that read and write content should use /v1.'

export function managementOpenapi({ webUrl }: ManagementOptions): OpenapiDocument {
  const schemas = managementSchemas()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const name of Object.keys(adminRoutes) as AdminRouteName[]) {
    const { method, path: pattern } = adminRoutes[name]
    const path = pattern.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, schemas) }
  }
  const cookie = webUrl.startsWith('https:') ? '__Host-octavo' : 'octavo'
  return {
    openapi: '3.1.0',
    info: { title: 'Octavo management API', version, license, description },
    servers: [{ url: `${webUrl}${adminPath}` }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      responses: {
        refused: json('The request was rejected. See `problems`.', {
          $ref: '#/components/schemas/AdminError',
        }),
      },
      schemas: schemas.named,
    },
  }
}

function json(about: string, shape: JsonSchema): JsonSchema {
  return { description: about, content: { 'application/json': { schema: shape } } }
}

function operation(name: AdminRouteName, schemas: ManagementSchemas): Operation {
  const facts: AdminRouteFacts = adminRoutes[name]
  const { description: about, body, reply }: AdminCallSchemas = adminCalls[name]
  const needs =
    facts.roles === 'anyone' ? 'Requires no session.' : `Requires the role ${facts.roles}.`
  const refusals = Object.values(errorTable).map(
    ({ status }) => [status, { $ref: '#/components/responses/refused' }] as const,
  )
  return {
    operationId: name,
    summary: summaryOf(name),
    tags: [facts.path.replace('/roots/:root', '').split('/')[1] ?? ''],
    description: about === undefined ? needs : `${about} ${needs}`,
    ...(facts.roles === 'anyone' && { security: [] }),
    parameters: [...pathParameters(facts), ...queryParameters(schemas.queries[name] ?? {})],
    ...(body && {
      requestBody: {
        required: true,
        content:
          body === fileForm ? form : { 'application/json': { schema: schemas.bodies[name] } },
      },
    }),
    responses: {
      200: reply === eventStream ? events : json('Done.', schemas.replies[name] ?? {}),
      ...Object.fromEntries(refusals),
    },
  }
}

/** `listItemReleases` becomes "List item releases". */
function summaryOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const events: JsonSchema = {
  description:
    'Server-Sent Events: `ready` once, then `change` for each change, with a ChangeEvent as its data. ' +
    'An account can have 20 streams. One more closes the oldest, after a `goaway` event.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

function pathParameters({ method, path }: AdminRouteFacts): JsonSchema[] {
  const names = path.matchAll(/:(\w+)/g).map(([, name = '']) => name)
  const isText = (name: string): boolean => name === 'root' || path.startsWith('/sessions')
  const parameters: JsonSchema[] = [...names].map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'root' && { description: 'LUID of the root space.' }),
    schema: isText(name) ? { type: 'string' } : { type: 'integer', minimum: 1 },
  }))
  const { name, value } = adminHeader
  const mark = { name, in: 'header', required: true, schema: { const: value } }
  return method === 'GET' ? parameters : [...parameters, mark]
}

const form: JsonSchema = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    },
  },
}
