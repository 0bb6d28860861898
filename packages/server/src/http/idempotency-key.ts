import { Refusal } from '@octavo/schema/errors.ts'
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
  const name = request.headers['idempotency-key']
  if (name === undefined) return undefined
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    const message = `must be one value of 1 to ${longestName} characters`
    throw new Refusal('badRequest', [{ path: 'Idempotency-Key', message }])
  }
  const place = JSON.stringify([request.path, request.query])
  return { keyId: request.key.id, name, place }
}
