/** Protects Studio against requests that other sites forge for a signed-in user (CSRF). */
import { adminHeader } from '@octavo/schema/admin-api.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { longestTime } from '../access/sessions.ts'

/** Sent with every response of /admin/api and with the app itself. */
export const guardHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/**
 * Requires a request that changes something to come from our own pages. A forged form fails all three
 * checks: a header that only scripts of the same origin may send, the origin headers of the browser,
 * and the session cookie, which browsers do not send from other sites.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const isMarked = headers[adminHeader.name.toLowerCase()] === adminHeader.value
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  if (isMarked && isOwnSite && isOwnOrigin(headers, ownOrigin)) return
  throw new Refusal('forbidden', 'this request did not come from a page of this server')
}

/** Behind a proxy, the Host header may differ from the public address: both are accepted. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (origin === undefined || origin === ownOrigin) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

export interface SessionCookie {
  read(headers: IncomingHttpHeaders): string | undefined
  /** Returns the value of Set-Cookie; null ends the session. */
  write(token: string | null): string
}

/** The prefix `__Host-` binds the cookie to this host. Browsers accept it over HTTPS only. */
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
