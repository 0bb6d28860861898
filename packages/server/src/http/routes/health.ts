import type { ChangeFeed } from '../../changes/feed.ts'
import type { Store } from '../../store/store.ts'
import type { Endpoint } from '../exchange.ts'

interface HealthDeps {
  readonly store: Pick<Store, 'versions'>
  readonly feed: Pick<ChangeFeed, 'isCurrent'>
  log(line: string): void
}

/** Healthy if the store can be read, or if the change feed has just read it. */
export function healthEndpoint({ store, feed, log }: HealthDeps): Endpoint {
  return {
    method: 'GET',
    callers: 'anyone',
    path: '/health',
    isInFastLane: true,
    async handle() {
      const isReady = feed.isCurrent() || (await canRead(store, log))
      return {
        status: isReady ? 200 : 503,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: JSON.stringify({ status: isReady ? 'ok' : 'unavailable' }),
      }
    },
  }
}

async function canRead(store: HealthDeps['store'], log: HealthDeps['log']): Promise<boolean> {
  try {
    await store.versions()
    return true
  } catch (error) {
    log(`not ready: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}
