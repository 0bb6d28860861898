/** Publishes a release when it is due. */
import type { Problem } from '@octavo/schema/errors.ts'
import type { Release } from '../../store/releases.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { retryTaken } from '../retry-taken.ts'
import { inRelease, logRelease, type ReleaseWork } from './find.ts'
import { publishIn, requirePublishable } from './publish.ts'

/**
 * Like schedules, it publishes its copies also where a language was published in the meantime. Another
 * process may have published it, or a user moved it: then nothing happens.
 */
export function runDueRelease(context: ContentContext, planned: Release): Promise<void> {
  return retryTaken(() =>
    ifDue(context, planned, async (tx, work) => {
      const applied = await requirePublishable(tx, work, true)
      await publishIn(tx, work, applied, work.release.publisher ?? 'system')
    }),
  )
}

export function failRelease(
  context: ContentContext,
  planned: Release,
  problems: readonly Problem[],
): Promise<void> {
  return ifDue(context, planned, async (tx, { release, now }) => {
    await tx.releases.save({ ...release, failedAt: now, problems: [...problems] })
    await logRelease(tx, release, { actor: 'system', at: now, action: 'publish failed' })
  })
}

function ifDue(
  context: ContentContext,
  { rootId, luid, dueAt }: Release,
  work: (tx: WriteTransaction, found: ReleaseWork) => Promise<void>,
): Promise<void> {
  return inRelease(context, { rootId, luid }, async (tx, found) => {
    const { release, now } = found
    const isPending = release.failedAt === null && release.dueAt === dueAt
    if (isPending && dueAt !== null && dueAt <= now) await work(tx, found)
  })
}
