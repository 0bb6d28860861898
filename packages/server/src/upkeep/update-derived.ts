import type { ContentContext } from '../content/context.ts'
import { digestForm, isOlderDigest } from '../content/derive.ts'
import type { Lease } from '../store/lease.ts'
import { reindexItems, reindexMedia } from './reindex.ts'

/** Few, because requests wait meanwhile. */
const batch = 20

/**
 * Updates derived data that an older version wrote, while servers run. The position of the lease is the
 * form that is complete. Returns the number of items, with media, that were updated.
 */
export async function updateDerived(
  context: ContentContext,
  lease: Pick<Lease, 'loadPosition' | 'savePosition'>,
  signal: AbortSignal,
): Promise<number> {
  if ((await lease.loadPosition()) === digestForm) return 0
  // Document ids ascend: if the oldest document has this form, all have it.
  const { oldest } = await context.store.read((tx) => tx.reading.derivedForms())
  const isOlder = oldest !== undefined && isOlderDigest(oldest)
  const { repaired } = isOlder ? await reindexItems(context, { batch, signal }) : { repaired: 0 }
  const media = await reindexMedia(context.store, { signal })
  if (!signal.aborted) await lease.savePosition(digestForm)
  return repaired + media
}
