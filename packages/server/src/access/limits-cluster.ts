import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { counting, type SharedCounts } from './limits.ts'

/** In the primary process: counts requests for its workers. */
export function countForWorkers(): void {
  void new RateLimiterClusterMaster()
}

/** In a worker: uses the counters of the primary process. */
export function countsInPrimary(): SharedCounts {
  return {
    counter: new RateLimiterCluster({ ...counting, keyPrefix: 'octavo', timeoutMs: 2_000 }),
    close: () => Promise.resolve(),
  }
}
