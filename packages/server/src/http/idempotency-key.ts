import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { ApiRequest } from './api.ts'

const maxKeyLength = 255

/** Identifies a request with an Idempotency-Key. */
export interface IdempotentRequest {
  keyId: number
  name: string
  /** Path and query of the request. */
  place: string
}

/** Undefined if the request has no Idempotency-Key. A repeated request gets the result of the first one. */
export function idempotentRequest(request: ApiRequest): IdempotentRequest | undefined {
  const problems = keyProblems(request)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const name = request.headers['idempotency-key']
  if (typeof name !== 'string') return undefined
  const place = JSON.stringify([request.path, request.query])
  return { keyId: request.key.id, name, place }
}

function keyProblems({ headers }: ApiRequest): Problem[] {
  const name = headers['idempotency-key']
  if (name === undefined) return []
  if (typeof name === 'string' && name !== '' && name.length <= maxKeyLength) return []
  const message = `must be one value of 1 to ${maxKeyLength} characters`
  return [{ path: 'Idempotency-Key', message }]
}

/** Wraps a parser of requests, and adds the problems of the Idempotency-Key to its own. */
export function withKeyProblems<Found extends { problems: readonly Problem[] }>(
  read: (request: ApiRequest) => Found,
): (request: ApiRequest) => Found {
  return (request) => {
    const found = read(request)
    return { ...found, problems: [...found.problems, ...keyProblems(request)] }
  }
}
