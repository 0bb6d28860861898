/** Publishes a release, now or at a time: all of it or nothing. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { recordReleaseEvent } from '../../events/record-release.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Change } from '../../store/records.ts'
import type { Release, ReleaseEntry } from '../../store/releases.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { retryTaken } from '../retry-taken.ts'
import { saveMany } from '../save-many.ts'
import { applyRelease, conflictProblems, type Applied, type ItemChange } from './apply.ts'
import {
  inRelease,
  logRelease,
  requireOpen,
  requireSpaces,
  type ReleaseRequest,
  type ReleaseWork,
} from './find.ts'

export interface PublishRequest extends Omit<ReleaseRequest, 'canPublish'> {
  /** When to publish it; undefined for now. */
  at?: number | undefined
  /** Whether to overwrite what was published after it was added. */
  isOverwriting?: boolean | undefined
}

export function publishRelease(context: ContentContext, request: PublishRequest): Promise<void> {
  return retryTaken(() =>
    inRelease(context, request, async (tx, work) => {
      const { release, now } = work
      const { at, actor, isOverwriting = false } = request
      requireOpen(release)
      await requireSpaces(tx, release, request.spaceIds)
      if (at !== undefined && at <= now) {
        throw new Refusal('badRequest', [problemAt('at', say('pastTime'))])
      }
      const applied = await requirePublishable(tx, work, isOverwriting)
      if (at === undefined) return publishIn(tx, work, applied, actor)
      const planned = { ...release, dueAt: at, publisher: actor, failedAt: null, problems: null }
      await tx.releases.save(planned)
      await logRelease(tx, release, { actor, at: now, action: 'schedule' })
    }),
  )
}

export function unscheduleRelease(
  context: ContentContext,
  request: Pick<ReleaseRequest, 'rootId' | 'luid' | 'actor'>,
): Promise<void> {
  return inRelease(context, request, async (tx, { release, now: at }) => {
    const { luid, dueAt } = release
    if (dueAt === null) throw new Refusal('badRequest', say('releaseNotScheduled', { luid }))
    const open = { ...release, dueAt: null, publisher: null, failedAt: null, problems: null }
    await tx.releases.save(open)
    await logRelease(tx, release, { actor: request.actor, at, action: 'unschedule' })
  })
}

/** Checks the release in the transaction that publishes it. */
export async function requirePublishable(
  tx: WriteTransaction,
  { schema, release, now }: ReleaseWork,
  isOverwriting: boolean,
): Promise<Applied> {
  const applied = await applyRelease(tx, schema, release, now)
  const { changes, problems, conflicts } = applied
  if (problems.length === 0 && changes.length === 0) {
    throw new Refusal('badRequest', say('releaseEmpty'))
  }
  const blocking = isOverwriting ? problems : [...problems, ...conflictProblems(schema, conflicts)]
  if (blocking.length > 0) throw new Refusal('badRequest', blocking)
  return applied
}

export async function publishIn(
  tx: WriteTransaction,
  { schema, release, now }: ReleaseWork,
  { changes }: Applied,
  actor: string,
): Promise<void> {
  const saved = changes
    .filter(({ before, after }) => before !== after)
    .map(({ before, after, entries }) => ({ before, after, action: actionOf(entries) }))
  const logged = await saveMany(tx, schema, saved, { actor, at: now, release: release.luid })
  await inBatches(changes, (some) => tx.releases.saveEntries(some.flatMap(withPrevious)))
  await tx.releases.save({
    ...release,
    dueAt: null,
    publisher: actor,
    publishedAt: now,
    failedAt: null,
    problems: null,
  })
  await logPublication(tx, schema, release, changes, { actor, at: now, logged })
}

function actionOf(entries: readonly ReleaseEntry[]): string {
  const actions = entries.map(({ action }) => action)
  return (['delete', 'publish', 'unpublish'] as const).find((one) => actions.includes(one)) ?? ''
}

function withPrevious({ before, entries }: ItemChange): ReleaseEntry[] {
  return entries.map((entry) => {
    const language = before.languages.get(entry.languageId)
    const published = language?.published ?? null
    return { ...entry, previous: { published, lastPublishedAt: language?.lastPublishedAt ?? null } }
  })
}

async function logPublication(
  tx: WriteTransaction,
  schema: Schema,
  { id, rootId, luid }: Release,
  changes: readonly ItemChange[],
  { actor, at, logged }: { actor: string; at: number; logged: readonly Change[] },
): Promise<void> {
  const [change] = await tx.changes.append([
    {
      at,
      rootId,
      kind: 'release',
      subjectId: id,
      modelId: null,
      actor,
      action: 'publish',
      scopes: [],
      events: [{ type: 'release.published', languageId: 0, isDraft: false }],
    },
  ])
  if (!change) return
  const items = changes.flatMap(({ before: item, entries }) =>
    entries.flatMap(({ languageId, action }) => {
      const ids = action === 'delete' ? [...item.languages.keys()] : [languageId]
      return ids.map((own) => ({ item, languageId: own, action }))
    }),
  )
  await recordReleaseEvent(tx, schema, { change, luid, items }, logged)
}
