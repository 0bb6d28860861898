/** Secrets that a browser or a link carries: shown once, stored hashed. */
import { hash, randomBytes } from 'node:crypto'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hash('sha256', token) }
}

/** Undefined for what cannot be a token at all. */
export function hashOfToken(token: string): string | undefined {
  return tokenPattern.test(token) ? hash('sha256', token) : undefined
}
