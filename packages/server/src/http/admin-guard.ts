/** What keeps other sites from acting in the name of whoever is signed in. */
import { adminHeader } from '@octavo/schema/admin-api.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { longestTime } from '../access/sessions.ts'

/** On every answer of /admin/api and on the app itself. */
export const guardHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/**
 * A request that changes something must come from our own pages. Three signs, of which a forged
 * form has none: a header that only scripts of the same origin may send, what the browser says
 * about the origin, and the cookie, which is not sent along from elsewhere.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const isMarked = headers[adminHeader.name.toLowerCase()] === adminHeader.value
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  if (isMarked && isOwnSite && isOwnOrigin(headers, ownOrigin)) return
  throw new Refusal('forbidden', 'this request did not come from a page of this server')
}

/** Behind a proxy the Host may be another one than the public address: either will do. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (origin === undefined || origin === ownOrigin) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

export interface SessionCookie {
  read(headers: IncomingHttpHeaders): string | undefined
  /** The value of Set-Cookie; null ends the session. */
  write(token: string | null): string
}

/** `__Host-` binds the cookie to this host and to https, and so is possible only there. */
export function sessionCookie(ownOrigin: string): SessionCookie {
  const isSecure = ownOrigin.startsWith('https:')
  const name = isSecure ? '__Host-octavo' : 'octavo'
  const secure = isSecure ? '; Secure' : ''
  return {
    read({ cookie = '' }) {
      const values = cookie
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${name}=`))
      return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined
    },
    write(token) {
      const age = token === null ? 0 : Math.floor(longestTime / 1000)
      return `${name}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}
