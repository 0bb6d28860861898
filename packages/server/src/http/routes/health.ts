import type { Store } from '../../store/store.ts'
import type { Endpoint } from '../exchange.ts'

/** Ready to serve is who can read the store. */
export function healthEndpoint({
  store,
  log,
}: {
  store: Store
  log(line: string): void
}): Endpoint {
  return {
    method: 'GET',
    path: '/health',
    async handle() {
      const isReady = await store
        .read((tx) => tx.roots.list())
        .then(() => true)
        .catch((error: unknown) => {
          log(`not ready: ${error instanceof Error ? error.message : String(error)}`)
          return false
        })
      return {
        status: isReady ? 200 : 503,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: JSON.stringify({ status: isReady ? 'ok' : 'unavailable' }),
      }
    },
  }
}
