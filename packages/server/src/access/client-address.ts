/** Which network address a request comes from. Used for limits and sessions. */
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * The address of the client: that of the peer, or the address in `X-Forwarded-For` if the peer is a trusted
 * proxy. Empty if the connection is closed.
 */
export type ClientAddress = (
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
) => string

/** Longer than any chain of proxies writes. Everything before it was written by the client. */
const longestForwarded = 2000

export function clientAddress(trusted = new BlockList()): ClientAddress {
  const isTrusted = (address: string): boolean =>
    trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return (peer, forwardedFor) => {
    let address = normalAddress(peer ?? '') ?? ''
    if (forwardedFor === undefined || address === '' || !isTrusted(address)) return address
    // Each proxy appends the address that it saw, so only the end of the list can be trusted.
    for (const hop of lastHops(String(forwardedFor))) {
      const next = normalAddress(withoutPort(hop))
      if (next === undefined) break
      address = next
      if (!isTrusted(address)) break
    }
    return address
  }
}

/** The entries in reverse order, within the length limit. */
function lastHops(list: string): string[] {
  const hops = list.slice(-longestForwarded).split(',').toReversed()
  return list.length > longestForwarded ? hops.slice(0, -1) : hops
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop.trim()) ?? []
  return v6 ?? v4 ?? hop.trim()
}

/** The canonical form of an address: compressed, lower-case, mapped IPv4 as IPv4. Undefined if invalid. */
function normalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (isIP(text) === 0) return undefined
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The network that limits count by: an IPv6 client usually controls a complete /64. */
export function networkOf(text: string): string {
  const address = normalAddress(text) ?? text
  if (!address.includes(':')) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/** An invalid list of proxies; the message says why. */
export class BadProxy extends Error {
  override name = 'BadProxy'
}

/** Parses a list such as `10.0.0.0/8, 2001:db8::7, loopback`. */
export function trustedProxies(list: string): BlockList {
  const trusted = new BlockList()
  for (const entry of list.split(',').map((text) => text.trim())) addTo(trusted, entry)
  return trusted
}

function addTo(trusted: BlockList, entry: string): void {
  if (entry === 'loopback') {
    trusted.addSubnet('127.0.0.0', 8, 'ipv4')
    trusted.addAddress('::1', 'ipv6')
    return
  }
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  const longest = family === 4 ? 32 : 128
  const bits = Number(prefix ?? longest)
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && bits > 0 && bits <= longest)
  if (family === 0 || address.includes('%') || !isPrefix || rest.length > 0) {
    throw new BadProxy(
      `must be a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, or "loopback" ("${entry}" is invalid)`,
    )
  }
  trusted.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
}
