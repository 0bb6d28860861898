import { once } from 'node:events'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { counting, type SharedCounts } from './limits.ts'

/** A request does not wait long for its count: a limit that errs for a moment is better than no answer. */
const patience = 500
const firstConnection = 2_000

/** One count for all nodes. While Redis is away every question fails at once. */
export async function countsInRedis(url: string): Promise<SharedCounts> {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patience,
    connectTimeout: firstConnection,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  })
  // Whoever counts hears of it from the count that failed.
  client.on('error', () => {})
  await once(client, 'ready', { signal: AbortSignal.timeout(firstConnection) }).catch(() => {})
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
