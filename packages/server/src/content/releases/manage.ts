/** Creates, renames, archives, duplicates and deletes releases. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Release } from '../../store/releases.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { currentTime } from '../schedules/current-time.ts'
import { replaceEntries } from './entries.ts'
import {
  eachItemOf,
  inRelease,
  logRelease,
  requireEditable,
  requireOpen,
  type ReleaseRequest,
} from './find.ts'

export interface NewRelease {
  luid: string
  name?: string | undefined
}

export function createRelease(
  context: ContentContext,
  { rootId, actor }: Pick<ReleaseRequest, 'rootId' | 'actor'>,
  wanted: NewRelease,
): Promise<void> {
  return context.store.write(async (tx) => {
    await context.schemas.forWriting(tx, rootId)
    const at = await currentTime(tx, context)
    await insert(tx, rootId, wanted, { actor, at })
  })
}

async function insert(
  tx: WriteTransaction,
  rootId: number,
  { luid, name }: NewRelease,
  { actor, at }: { actor: string; at: number },
): Promise<Release> {
  if (!isLuid(luid)) throw new Refusal('badRequest', [problemAt('luid', say('releaseLuid'))])
  if (await tx.releases.find(rootId, luid)) {
    throw new Refusal('badRequest', [problemAt('luid', say('releaseTaken', { luid }))])
  }
  const [id = 0] = await tx.ids.allocate('definition', 1)
  const release: Release = {
    id,
    rootId,
    luid,
    name: name?.trim() || luid,
    actor,
    createdAt: at,
    dueAt: null,
    publisher: null,
    publishedAt: null,
    undoneAt: null,
    archivedAt: null,
    failedAt: null,
    problems: null,
  }
  await tx.releases.save(release)
  await logRelease(tx, release, { actor, at, action: 'create' })
  return release
}

export function changeRelease(
  context: ContentContext,
  request: ReleaseRequest,
  { name, isArchived }: { name?: string | undefined; isArchived?: boolean | undefined },
): Promise<void> {
  return inRelease(context, request, async (tx, { release, now: at }) => {
    const isHidden = release.archivedAt !== null
    const changed = { ...release }
    if (name !== undefined) changed.name = name.trim() || release.name
    if (isArchived !== undefined && isArchived !== isHidden) {
      if (isArchived && release.publishedAt === null) {
        requireEditable(release, request)
        changed.dueAt = null
        changed.failedAt = null
        changed.problems = null
      }
      changed.archivedAt = isArchived ? at : null
    }
    const moved = isArchived ? 'archive' : 'restore'
    const action = isArchived === undefined ? 'rename' : moved
    await tx.releases.save(changed)
    await logRelease(tx, release, { actor: request.actor, at, action })
  })
}

/** A published release is kept, because it can be undone. */
export function deleteRelease(context: ContentContext, request: ReleaseRequest): Promise<void> {
  return inRelease(context, request, async (tx, { release, now: at }) => {
    const { luid, publishedAt } = release
    if (publishedAt !== null) throw new Refusal('badRequest', say('releaseKept', { luid }))
    requireEditable({ ...release, archivedAt: null }, request)
    await tx.releases.delete(release.id)
    await logRelease(tx, release, { actor: request.actor, at, action: 'delete' })
  })
}

/** The copy has the same entries and content, and no time. */
export function duplicateRelease(
  context: ContentContext,
  request: ReleaseRequest,
  wanted: NewRelease,
): Promise<void> {
  return inRelease(context, request, async (tx, { release, now: at }) => {
    const { actor } = request
    const copy = await insert(tx, release.rootId, wanted, { actor, at })
    requireOpen(copy)
    await eachItemOf(tx, release, (some) => {
      const entries = some.flatMap((one) => one.entries)
      const copies = entries.map((entry) => ({ ...entry, releaseId: copy.id, previous: null }))
      return replaceEntries(tx, copy, copies)
    })
  })
}
