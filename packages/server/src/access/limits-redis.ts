import { once } from 'node:events'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { counting, type SharedCounts } from './limits.ts'

/**
 * A request waits only this long for its count: a limit that is briefly inexact is better than a failed
 * request.
 */
const defaultTimeout = 500
const defaultConnectTime = 2_000

export interface RedisTimes {
  /** Milliseconds for one count. */
  readonly timeout?: number
  /** Milliseconds for the first connection. */
  readonly connectTime?: number
}

/** One counter for all nodes. While Redis is unreachable, every call fails immediately. */
export async function countsInRedis(
  url: string,
  { timeout = defaultTimeout, connectTime = defaultConnectTime }: RedisTimes = {},
): Promise<SharedCounts> {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeout,
    connectTimeout: connectTime,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  })
  // Errors surface through the count that failed.
  client.on('error', () => {})
  await once(client, 'ready', { signal: AbortSignal.timeout(connectTime) }).catch(() => {})
  return {
    counter: new RateLimiterRedis({
      ...counting,
      storeClient: client,
      keyPrefix: 'octavo',
      rejectIfRedisNotReady: true,
    }),
    close() {
      client.disconnect()
      return Promise.resolve()
    },
  }
}
