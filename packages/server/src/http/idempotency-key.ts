import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { ApiRequest } from './api.ts'

const longestName = 255

/** A request as its sender named it. */
export interface NamedRequest {
  keyId: number
  name: string
  /** What was asked for, its body aside. */
  place: string
}

/** An Idempotency-Key makes a repeated request find what the first one did. */
export function namedRequest(request: ApiRequest): NamedRequest | undefined {
  const problems = nameProblems(request)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const name = request.headers['idempotency-key']
  if (typeof name !== 'string') return undefined
  const place = JSON.stringify([request.path, request.query])
  return { keyId: request.key.id, name, place }
}

function nameProblems({ headers }: ApiRequest): Problem[] {
  const name = headers['idempotency-key']
  if (name === undefined) return []
  if (typeof name === 'string' && name !== '' && name.length <= longestName) return []
  const message = `must be one value of 1 to ${longestName} characters`
  return [{ path: 'Idempotency-Key', message }]
}

/** Reads a request as before, and says what is wrong with its name together with all else. */
export function withName<Found extends { problems: readonly Problem[] }>(
  read: (request: ApiRequest) => Found,
): (request: ApiRequest) => Found {
  return (request) => {
    const found = read(request)
    return { ...found, problems: [...found.problems, ...nameProblems(request)] }
  }
}
