/**
 * Checks the host that clients name in requests. Without this check, a page on a foreign domain that
 * resolves to this machine (DNS rebinding) would have the same origin as our own pages.
 */
import { isIP } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { DetailedError } from './error-reply.ts'

export type HostCheck = (host: string | undefined) => boolean

/** A host name has up to 253 characters, and a port may follow. */
const maxHostLength = 260

/** Allows these names, loopback names and every IP address, with any port; `*` allows all names. */
export function hostCheck(names: readonly string[]): HostCheck {
  if (names.includes('*')) return () => true
  const allowed = new Set(names.map(nameOf).filter((name) => name !== ''))
  return (host) => {
    // Browsers always send a Host, and only browsers are at risk.
    if (host === undefined || host === '') return true
    if (host.length > maxHostLength) return false
    const name = nameOf(host)
    return allowed.has(name) || isUnforgeable(name)
  }
}

/** Whether an attacker cannot control what the name resolves to. */
function isUnforgeable(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0
}

/** Removes the port, brackets and a final dot: `[::1]:4000` becomes `::1`. Empty if it is not a host. */
function nameOf(host: string): string {
  const [, address, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? []
  return (address ?? name).toLowerCase().replace(/\.$/, '')
}

const absoluteUrl = /^https?:\/\/([^/?#]*)/i

/** The host in an absolute request URL takes precedence over the Host header. */
export function hostOf(url: string, header: string | undefined): string | undefined {
  return url.startsWith('/') ? header : (absoluteUrl.exec(url)?.[1] ?? header)
}

const unknownHostMessage =
  'the Host of this request does not belong to this server: use the address in OCTAVO_BASE_URL, or add the name to OCTAVO_ALLOWED_HOSTS'

/** The body repeats the message, because a browser that opens the web app shows only the body. */
export function unknownHost(): DetailedError {
  const bodyOf = (): object => ({ status: '400', code: 'BadRequest', message: unknownHostMessage })
  return new DetailedError(new Refusal('badRequest', unknownHostMessage), { bodyOf })
}
