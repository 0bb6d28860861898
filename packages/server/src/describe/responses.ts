/** Response headers and errors of the API. */
import { errorTable, type ErrorKind } from '@octavo/schema/errors.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { mediaSchema } from './media-operations.ts'
import { id, reference, closedObject } from './item-schemas.ts'

const text = { type: 'string' }

export const headers: Record<string, JsonSchema> = {
  ETag: { description: 'Version of the response, for If-None-Match and If-Match.', schema: text },
  RateLimit: { description: 'Remaining requests of this key.', schema: text },
  'RateLimit-Policy': { description: 'The rate limit of this key.', schema: text },
  'X-SERVICE-DETAIL': { description: 'Details of the result, in one line of ASCII.', schema: text },
  'X-SERVICE-CACHE-TAGS': {
    description: 'With cache_tags=true, the cache tags of the response, separated by spaces.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer' },
  },
  Location: { description: 'URL of the file.', schema: { type: 'string', format: 'uri' } },
}

export function headersNamed(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const always = ['RateLimit', 'RateLimit-Policy']

export function response(
  description: string,
  schema: JsonSchema,
  extra: readonly string[] = [],
): JsonSchema {
  const content = { 'application/json': { schema } }
  return { description, headers: headersNamed([...always, ...extra]), content }
}

/** Schemas other than content. */
export const plainSchemas: Record<string, JsonSchema> = {
  written: closedObject({ id }),
  media: mediaSchema,
  problem: {
    description: 'Sent to clients that accept application/problem+json (RFC 9457).',
    ...closedObject({
      type: { const: 'about:blank' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      problems: {
        type: 'array',
        items: closedObject({
          path: { description: 'A parameter, or a path into the body.', ...text },
          detail: text,
        }),
      },
    }),
  },
  ...Object.fromEntries(
    Object.entries(errorTable).map(([kind, row]) => [`error.${kind}`, errorSchema(row)]),
  ),
}

function errorSchema({ status, code }: { status: number; code: string }): JsonSchema {
  const isLimit = status === errorTable.tooManyRequests.status
  return closedObject({
    status: { const: String(status) },
    code: { const: code },
    ...(isLimit && { message: text }),
  })
}

const reasons: Record<ErrorKind, string> = {
  badRequest: 'The request is invalid. The detail lists all problems.',
  unauthorized: 'The key is missing, unknown, expired or revoked.',
  paymentRequired: 'The space is suspended or has exceeded its quota.',
  forbidden: 'The key has no permission for this request.',
  notFound: 'The resource does not exist, or the key may not read it.',
  preconditionFailed: 'The item has changed since the version in If-Match.',
  tooManyRequests: 'The rate limit of this key is exceeded.',
  internal: 'Internal server error.',
  unavailable:
    'The request took too long, or the server is busy. Retry after the time in Retry-After.',
}

const kinds = Object.keys(errorTable) as ErrorKind[]

/** All errors, as components. */
export function errorResponses(): Record<string, JsonSchema> {
  const described = kinds.map((kind) => {
    const retries = kind === 'tooManyRequests' || kind === 'unavailable' ? ['Retry-After'] : []
    const content = {
      'application/json': { schema: reference(`error.${kind}`) },
      'application/problem+json': { schema: reference('problem') },
    }
    const named = headersNamed(['X-SERVICE-DETAIL', ...retries])
    return [kind, { description: reasons[kind], headers: named, content }] as const
  })
  return Object.fromEntries(described)
}

/** The errors of an operation. Only operations with If-Match have 412. */
export function errorsOf(takesMatch: boolean): JsonSchema {
  const possible = kinds.filter((kind) => takesMatch || kind !== 'preconditionFailed')
  return Object.fromEntries(
    possible.map((kind) => [errorTable[kind].status, { $ref: `#/components/responses/${kind}` }]),
  )
}
