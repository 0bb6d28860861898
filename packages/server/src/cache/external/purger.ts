/**
 * Purges an external cache by the tags of each change.
 *
 * A response that was computed before a change can reach the cache after the purge: from a node that
 * has not read the change yet, which takes up to a quarter of a second, or over a slow connection. So
 * every purge is repeated soon, and again when such responses must have arrived.
 */
import { consumerNames } from '../../changes/consumer-names.ts'
import { startConsumer } from '../../changes/consumer.ts'
import type { Clock } from '../../changes/clock.ts'
import type { Running } from '../../changes/leased-work.ts'
import { everythingTag, tagsOfChange } from '../../changes/tags.ts'
import type { Store } from '../../store/store.ts'
import type { ExternalCache } from './external-cache.ts'

export interface PurgerDeps {
  readonly store: Pick<Store, 'openLease' | 'openLog'>
  readonly cache: ExternalCache
  log(line: string): void
  /** Milliseconds after which each purge is repeated. */
  readonly repeatAfter?: readonly number[]
  readonly clock?: Clock
}

export function startExternalPurger({ cache, repeatAfter, ...deps }: PurgerDeps): Running {
  return startConsumer({
    ...deps,
    name: consumerNames.externalCache,
    task: `purge ${cache.name}`,
    longestPause: cache.longestPause,
    repeatAfter: repeatAfter ?? [300, 5_000],
    handle: ({ changes, hasGap }) =>
      cache.purge(hasGap ? [everythingTag] : [...new Set(changes.flatMap(tagsOfChange))]),
  })
}
