/**
 * Purges a cache outside by the tags of each change.
 *
 * A response that was computed before a change can reach the cache after the purge: from a node that
 * has not read the change yet, which takes it a quarter of a second, or over a slow connection. So
 * every purge is repeated soon, and once more when such responses have long arrived.
 */
import { startConsumer } from '../../changes/consumer.ts'
import type { Clock } from '../../changes/clock.ts'
import type { Running } from '../../changes/leased-work.ts'
import { everythingTag, tagsOfChange } from '../../changes/tags.ts'
import type { Store } from '../../store/store.ts'
import type { OutsideCache } from './outside-cache.ts'

export interface PurgerDeps {
  readonly store: Pick<Store, 'openLease' | 'openLog'>
  readonly outside: OutsideCache
  log(line: string): void
  /** In milliseconds, after which each purge is repeated. */
  readonly repeatAfter?: readonly number[]
  readonly clock?: Clock
}

export function startOutsidePurger({ outside, repeatAfter, ...deps }: PurgerDeps): Running {
  return startConsumer({
    ...deps,
    name: 'outside cache',
    task: `purge ${outside.name}`,
    longestPause: outside.longestPause,
    repeatAfter: repeatAfter ?? [300, 5_000],
    handle: ({ changes, hasGap }) =>
      outside.purge(hasGap ? [everythingTag] : [...new Set(changes.flatMap(tagsOfChange))]),
  })
}
