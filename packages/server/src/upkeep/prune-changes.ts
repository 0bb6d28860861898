import { consumerNames } from '../changes/consumer-names.ts'
import type { ContentContext } from '../content/context.ts'

/** Entries in one transaction: few, because other writes wait for it. */
const batch = 500
/** A consumer that is this many times further behind starts again. */
const longest = 4
const day = 24 * 60 * 60 * 1000

/**
 * Removes expired entries of the change log that its consumers have handled. Returns the number of removed
 * entries; 0 when there are no more.
 */
export function pruneChanges(
  { store, now }: Pick<ContentContext, 'store' | 'now'>,
  days: number,
): Promise<number> {
  const time = now()
  return store.write((tx) =>
    tx.changes.prune({
      before: time - days * day,
      beforeAlways: time - longest * days * day,
      consumers: Object.values(consumerNames),
      limit: batch,
    }),
  )
}
