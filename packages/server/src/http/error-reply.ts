/** Converts an error into a response. Handlers throw, and `dispatch.ts` calls this for all of them. */
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { errorTable, Refusal } from '@octavo/schema/errors.ts'
import { weightsIn } from './representation.ts'
import type { HttpReply } from './exchange.ts'

export const detailHeader = 'x-service-detail'
const maxDetailLength = 1000
const problemType = 'application/problem+json'

export interface ErrorReplyOptions {
  accept: string | undefined
  /** The network address of the client, for the log. */
  address?: string
  log(line: string): void
}

/** Additions to the response to an error. */
export interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>
  /** Creates the body, if it differs from the error format of /v1. */
  bodyOf?(refusal: Refusal): object
}

/** An error with details of its response. */
export class DetailedError extends Error {
  override name = 'DetailedError'
  readonly details: ErrorDetails

  constructor(cause: unknown, details: ErrorDetails) {
    super('a request failed', { cause })
    this.details = details
  }
}

export interface ErrorReply extends HttpReply {
  readonly body: string
}

/** The original error, without its response details. */
export function causeOf(error: unknown): unknown {
  return error instanceof DetailedError ? error.cause : error
}

export function errorReply(error: unknown, options: ErrorReplyOptions): ErrorReply {
  const { accept = '' } = options
  const { headers, bodyOf }: ErrorDetails = error instanceof DetailedError ? error.details : {}
  const cause = causeOf(error)
  const refusal = cause instanceof Refusal ? cause : unexpected(cause, options)
  const { status } = errorTable[refusal.kind]
  const isProblem = !bodyOf && (weightsIn(accept).get(problemType) ?? 0) > 0
  const seconds = waitOf(refusal)
  return {
    status,
    headers: {
      ...headers,
      'content-type': `${isProblem ? problemType : 'application/json'}; charset=utf-8`,
      'cache-control': 'no-store',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      [detailHeader]: headerText(refusal.message),
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    },
    body: JSON.stringify(bodyOf?.(refusal) ?? ownBody(refusal, isProblem)),
  }
}

/** Seconds until the client should retry. */
export function waitOf(refusal: Refusal): number | undefined {
  return 'seconds' in refusal ? Number(refusal.seconds) : undefined
}

/** Logs the error. The client receives only an id to find it in the log. */
function unexpected(error: unknown, { log, address = '' }: ErrorReplyOptions): Refusal {
  const id = randomUUID()
  const from = address === '' ? '' : ` from ${address}`
  log(`request ${id}${from} failed: ${inspect(error)}`)
  return new Refusal('internal', `internal error: see the server log for request ${id}`)
}

function ownBody(refusal: Refusal, isProblem: boolean): object {
  const { status, code } = errorTable[refusal.kind]
  if (!isProblem) {
    const body = { status: String(status), code }
    return refusal.kind === 'tooManyRequests' ? { ...body, message: refusal.message } : body
  }
  // RFC 9457.
  return {
    type: 'about:blank',
    title: code,
    status,
    detail: refusal.message,
    problems: refusal.problems.map(({ path, message }) => ({ path, detail: message })),
  }
}

/** Converts text to one line of ASCII, with other characters percent-encoded, of limited length. */
export function headerText(text: string): string {
  let encoded = ''
  for (const character of text.toWellFormed()) {
    const next = /^[ -$&-~]$/.test(character) ? character : encodeURIComponent(character)
    if (encoded.length + next.length > maxDetailLength) return `${encoded} ...`
    encoded += next
  }
  return encoded
}
