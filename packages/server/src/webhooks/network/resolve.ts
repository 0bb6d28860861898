/** Resolves host names to addresses that webhooks may reach. */
import { say } from '@octavo/schema/problems.ts'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type BlockList } from 'node:net'
import { createScheduler } from '../../scheduling/scheduler.ts'
import { isReachable } from './public-address.ts'
import { RequestFailed } from './request-failed.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

/** The reachable addresses of a host; throws RequestFailed if it has none. */
export async function reachableAddresses(
  host: string,
  { resolve, allowed }: { resolve: Resolve; allowed: BlockList },
): Promise<string[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const isAddress = isIP(bare) !== 0
  const addresses = isAddress ? [bare] : await resolve(bare)
  const reachable = addresses.filter((address) => isReachable(address, allowed))
  if (reachable.length > 0) return reachable
  if (isAddress) throw new RequestFailed(say('targetPrivate', { address: bare }))
  if (addresses.length === 0) throw new RequestFailed(say('targetNoAddress', { host: bare }))
  const found = addresses.slice(0, 3).join(', ')
  throw new RequestFailed(say('targetNotPublic', { host: bare, addresses: found }))
}

/** In milliseconds, for each try. */
const dnsTimeout = 2_500
/** Host names that wait for a lookup in the hosts file. */
const mostWaiting = 16

/**
 * Looks up one host at a time, because each lookup occupies a thread of the pool. Simultaneous lookups of the same
 * host share their result.
 */
export function oneAtATime(find: Resolve): Resolve {
  const scheduler = createScheduler({
    running: { total: 1 },
    waiting: { total: mostWaiting },
    overloaded: () => Object.assign(new Error('too many lookups'), { code: 'EAI_AGAIN' }),
  })
  const lookups = new Map<string, Promise<string[]>>()
  return (host) =>
    lookups.getOrInsertComputed(host, () =>
      scheduler.run({ group: 'hosts' }, () => find(host)).finally(() => lookups.delete(host)),
    )
}

/**
 * Asks the DNS servers without a thread of the pool, so that slow DNS servers of a target do not delay other
 * work. Names that DNS does not know may be in the hosts file.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: dnsTimeout, tries: 2 })
  const inFile = oneAtATime(async (host) =>
    (await lookup(host, { all: true })).map(({ address }) => address),
  )

  return async (host) => {
    if (/(?:^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1']
    const both = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    return found.length > 0 ? found : inFile(host)
  }
}
