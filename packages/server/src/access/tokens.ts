/** Secrets in a cookie or a link: shown once, stored as hashes. */
import { hash, randomBytes } from 'node:crypto'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hash('sha256', token) }
}

/** Undefined for text that cannot be a token. */
export function hashOfToken(token: string): string | undefined {
  return tokenPattern.test(token) ? hash('sha256', token) : undefined
}
