/** What the API answers: the headers of every answer, and every error. */
import { errorTable, type ErrorKind } from '@octavo/schema/errors.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { id, reference, whole } from './describing.ts'

const text = { type: 'string' }

export const headers: Record<string, JsonSchema> = {
  ETag: { description: 'Version of the answer, for If-None-Match and If-Match.', schema: text },
  RateLimit: { description: 'What is left of the limit of this key.', schema: text },
  'RateLimit-Policy': { description: 'The limit of this key.', schema: text },
  'X-SERVICE-DETAIL': { description: 'What happened, in one line of ASCII.', schema: text },
  'Retry-After': {
    description: 'Seconds until the next request is possible.',
    schema: { type: 'integer' },
  },
  Location: { description: 'Address of the file.', schema: { type: 'string', format: 'uri' } },
}

export function headersNamed(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const always = ['RateLimit', 'RateLimit-Policy']

export function answer(
  description: string,
  schema: JsonSchema,
  extra: readonly string[] = [],
): JsonSchema {
  const content = { 'application/json': { schema } }
  return { description, headers: headersNamed([...always, ...extra]), content }
}

/** The schemas of what is not content. */
export const plainSchemas: Record<string, JsonSchema> = {
  written: whole({ id }),
  problem: {
    description: 'Sent to those who accept application/problem+json (RFC 9457).',
    ...whole({
      type: { const: 'about:blank' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      problems: {
        type: 'array',
        items: whole({
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
  return whole({
    status: { const: String(status) },
    code: { const: code },
    ...(isLimit && { message: text }),
  })
}

const reasons: Record<ErrorKind, string> = {
  badRequest: 'Something is wrong with the request; the detail names everything.',
  unauthorized: 'The key is missing, unknown, expired or revoked.',
  paymentRequired: 'The space is suspended or over its quota.',
  forbidden: 'The key may not do this.',
  notFound: 'There is no such thing for this key.',
  preconditionFailed: 'It was changed since the version that If-Match names.',
  tooManyRequests: 'The limit of this key is reached.',
  internal: 'Something went wrong on the server.',
  unavailable: 'It took too long, or the server is busy. Retry-After says when to try again.',
}

const kinds = Object.keys(errorTable) as ErrorKind[]

/** Every error, as components. */
export function errorAnswers(): Record<string, JsonSchema> {
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

/** The errors of an operation; only those that take If-Match have 412. */
export function errorsOf(takesMatch: boolean): JsonSchema {
  const possible = kinds.filter((kind) => takesMatch || kind !== 'preconditionFailed')
  return Object.fromEntries(
    possible.map((kind) => [errorTable[kind].status, { $ref: `#/components/responses/${kind}` }]),
  )
}
