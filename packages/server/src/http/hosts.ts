/**
 * The names by which clients may call this server. Without this check a page on a foreign name that
 * is made to resolve to this machine (DNS rebinding) could act as if it were one of our own.
 */
import { isIP } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { DetailedError } from './error-reply.ts'

export type HostCheck = (host: string | undefined) => boolean

const remembered = 1000
/** A name has up to 253 characters, and a port follows. */
const longestHost = 260

/** Allows these names, loopback names and every IP address, with any port; `*` allows all names. */
export function hostCheck(names: readonly string[]): HostCheck {
  if (names.includes('*')) return () => true
  const allowed = new Set(names.map(nameOf).filter((name) => name !== ''))
  const verdicts = new Map<string, boolean>()
  return (host) => {
    // Browsers always send one.
    if (host === undefined || host === '') return true
    if (host.length > longestHost) return false
    let verdict = verdicts.get(host)
    if (verdict === undefined) {
      const name = nameOf(host)
      verdict = allowed.has(name) || isUnforgeable(name)
      if (verdicts.size >= remembered) verdicts.clear()
      verdicts.set(host, verdict)
    }
    return verdict
  }
}

/** Nobody can make these resolve to another machine. */
function isUnforgeable(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0
}

/** Without port, brackets and a dot at the end: `[::1]:4000` is `::1`. Empty where it is no host. */
function nameOf(host: string): string {
  const [, address, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? []
  return (address ?? name).toLowerCase().replace(/\.$/, '')
}

const wholeAddress = /^https?:\/\/([^/?#]*)/i

/** A request that names its whole address means that host, whatever the header says. */
export function hostOf(url: string, header: string | undefined): string | undefined {
  return url.startsWith('/') ? header : (wholeAddress.exec(url)?.[1] ?? header)
}

const advice =
  'the Host of this request is not a name of this server: use the address in OCTAVO_BASE_URL, or add the name to OCTAVO_ALLOWED_HOSTS'

/** The body repeats the message: a browser that opens the web app under another name shows only the body. */
export function unknownHost(): DetailedError {
  const bodyOf = (): object => ({ status: '400', code: 'BadRequest', message: advice })
  return new DetailedError(new Refusal('badRequest', advice), { bodyOf })
}
