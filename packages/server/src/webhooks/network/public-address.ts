/**
 * Which addresses webhooks may reach: public ones, and ranges that the operator allows. Everything else may
 * be a service inside the network of the server, which trusts requests from there.
 */
import { BlockList, isIPv4, SocketAddress } from 'node:net'

/** Special-purpose ranges of the IANA registry, and multicast. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Everything outside of 2000::/3, and these ranges inside: protocols, documentation and 6to4. */
const global6 = ['2000::/3']
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** The last 32 bits are an IPv4 address. */
const mapped = listOf(['::ffff:0:0/96'], 'ipv6')
const nat64 = listOf(['64:ff9b::/96'], 'ipv6')

const isSpecial4 = listOf(special4, 'ipv4')
const isGlobal6 = listOf(global6, 'ipv6')
const isSpecial6 = listOf(special6, 'ipv6')

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** `allowed` are ranges that are reachable although they are not public. */
export function isReachable(text: string, allowed: BlockList): boolean {
  const [address = ''] = text.split('%')
  if (isIPv4(address)) return isAllowed(address, 'ipv4', allowed) || !isSpecial4.check(address)
  const inside = embedded4(address)
  if (inside !== undefined) return isReachable(inside, allowed)
  if (isAllowed(address, 'ipv6', allowed)) return true
  return isGlobal6.check(address, 'ipv6') && !isSpecial6.check(address, 'ipv6')
}

function isAllowed(address: string, family: 'ipv4' | 'ipv6', allowed: BlockList): boolean {
  return allowed.check(address, family)
}

/** The IPv4 address that an IPv6 address leads to. */
function embedded4(address: string): string | undefined {
  if (!mapped.check(address, 'ipv6') && !nat64.check(address, 'ipv6')) return undefined
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' })
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1]
  if (dotted !== undefined) return dotted
  const [high = '0', low = '0'] = lastGroups(canonical)
  const numbers = [high, low].map((group) => Number.parseInt(group || '0', 16))
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.')
}

/** The last two groups of a compressed address, in which `::` stands for zeros. */
function lastGroups(canonical: string): string[] {
  const [head = '', tail] = canonical.split('::')
  const groups = tail === undefined ? head.split(':') : ['0', '0', ...tail.split(':')]
  return groups.slice(-2)
}
