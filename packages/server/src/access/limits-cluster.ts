import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { windowSeconds, type SharedCounts } from './limits.ts'

/** In the primary process: counts for its workers. */
export function countForWorkers(): void {
  void new RateLimiterClusterMaster()
}

/** In a worker: counts that the primary keeps for all workers. */
export function countsInPrimary(): SharedCounts {
  return {
    limiterOf: (quota) =>
      new RateLimiterCluster({
        // The primary keeps one limiter for each name, with the quota of who asked first.
        keyPrefix: `octavo ${quota}`,
        points: quota,
        duration: windowSeconds,
        timeoutMs: 2_000,
      }),
    close: () => Promise.resolve(),
  }
}
