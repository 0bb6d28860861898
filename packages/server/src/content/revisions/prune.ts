/** Removes revisions that are older than the retention of their root space. */
import { nextTurn } from '../../scheduling/turns.ts'
import type { RevisionKind } from '../../store/revisions.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { groupKey } from './groups.ts'
import { rewriteGroup } from './rewrite.ts'

const day = 24 * 60 * 60 * 1000
/** Revisions that one transaction removes. */
const stepSize = 100

const sessionKinds: readonly RevisionKind[] = ['edit', 'revert']
const publicationKinds: readonly RevisionKind[] = ['publish', 'unpublish']

/** One bounded step; returns how many revisions were removed. The latest ones and named ones stay. */
export function pruneRevisions(context: ContentContext): Promise<number> {
  return context.store.write(async (tx) => {
    for (const { id, settings } of await tx.roots.list()) {
      const { sessionDays, publicationDays } = settings.revisions
      for (const [kinds, days] of [
        [sessionKinds, sessionDays],
        [publicationKinds, publicationDays],
      ] as const) {
        if (days === null) continue
        const removed = await pruneStep(tx, id, kinds, context.now() - days * day)
        if (removed > 0) return removed
      }
    }
    return 0
  })
}

async function pruneStep(
  tx: WriteTransaction,
  rootId: number,
  kinds: readonly RevisionKind[],
  before: number,
): Promise<number> {
  const expired = await tx.revisions.expired(rootId, kinds, before, stepSize)
  if (expired.length === 0) return 0
  // Locks the items, whose next writes continue the groups.
  await tx.items.load([...new Set(expired.map(({ itemId }) => itemId))])
  const groups = Map.groupBy(expired, (one) => `${groupKey(one)} ${one.base}`)
  for (const [group, ...others] of groups.values()) {
    if (!group) continue
    const gone = new Set([group, ...others].map(({ number }) => number))
    await rewriteGroup(tx, group, ({ number }, values) => (gone.has(number) ? null : values))
    // The embedded database never yields, so let other requests run.
    await nextTurn('long')
  }
  return expired.length
}
