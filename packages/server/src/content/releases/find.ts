/** Finds a release, and checks whether it may be changed. */
import { mostReleaseItems } from '@octavo/schema/admin/releases.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item } from '../../store/records.ts'
import type { Release, ReleaseEntry } from '../../store/releases.ts'
import type { ReadTransaction, WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { currentTime } from '../schedules/current-time.ts'

export interface ReleaseRequest {
  rootId: number
  luid: string
  actor: string
  /** Whether the caller may change what published readers see. */
  canPublish: boolean
  /** Ids of the spaces that the caller may use; null for all. */
  spaceIds: readonly number[] | null
}

export async function findRelease(
  tx: ReadTransaction,
  rootId: number,
  luid: string,
): Promise<Release> {
  const release = await tx.releases.find(rootId, luid)
  if (release) return release
  throw new Refusal('notFound', say('releaseGone', { luid }))
}

export interface ReleaseWork {
  schema: Schema
  release: Release
  now: number
}

/** Runs a change of a release in one transaction, with the release locked. */
export function inRelease<T>(
  context: ContentContext,
  { rootId, luid }: Pick<ReleaseRequest, 'rootId' | 'luid'>,
  work: (tx: WriteTransaction, found: ReleaseWork) => Promise<T>,
): Promise<T> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const release = await findRelease(tx, rootId, luid)
    const now = await currentTime(tx, context)
    return work(tx, { schema, release, now })
  })
}

/** A published release does not change, and neither does an archived one. */
export function requireOpen({ luid, publishedAt, archivedAt }: Release): void {
  if (publishedAt !== null) throw new Refusal('badRequest', say('releaseDone', { luid }))
  if (archivedAt !== null) throw new Refusal('badRequest', say('releaseArchived', { luid }))
}

/** Its entries are published without further approval once it has a time. */
export function requireEditable(release: Release, { canPublish }: { canPublish: boolean }): void {
  requireOpen(release)
  const { luid, dueAt } = release
  if (dueAt !== null && !canPublish) {
    throw new Refusal('forbidden', say('releaseScheduled', { luid }))
  }
}

/** Rejects callers that may not use all spaces of the items. */
export async function requireSpaces(
  tx: ReadTransaction,
  { id, luid }: Release,
  spaceIds: readonly number[] | null,
): Promise<void> {
  if (spaceIds === null) return
  const { spaceIds: used } = await tx.releases.facts(id)
  if (used.every((space) => spaceIds.includes(space))) return
  throw new Refusal('forbidden', say('releaseOtherSpaces', { luid }))
}

export async function requireRoom(tx: ReadTransaction, { id }: Release): Promise<void> {
  const { items: has } = await tx.releases.facts(id)
  if (has <= mostReleaseItems) return
  throw new Refusal('badRequest', [
    problemAt('', say('releaseFull', { max: mostReleaseItems, has })),
  ])
}

/** Nothing that readers see changes: the entry has no scopes. */
export async function logRelease(
  tx: WriteTransaction,
  { id: subjectId, rootId }: Release,
  { actor, action, at }: { actor: string; action: string; at: number },
): Promise<void> {
  const entry = { at, rootId, subjectId, modelId: null, actor, action }
  await tx.changes.append([{ ...entry, kind: 'release', scopes: [] }])
}

export interface EntriesOfItem {
  itemId: number
  /** Absent if it is removed for good. */
  item: Item | undefined
  entries: readonly ReleaseEntry[]
}

/**
 * The items with their entries, some at a time, in order of the ids. A write transaction locks the items before it reads
 * the entries, because a change of an item can remove entries.
 */
export async function eachItemOf(
  tx: ReadTransaction,
  { id }: { id: number },
  work: (some: readonly EntriesOfItem[]) => Promise<void> | void,
): Promise<void> {
  const ids = [...new Set((await tx.releases.stamps(id)).map(({ itemId }) => itemId))]
  await inBatches(ids, async (some) => {
    const items = new Map((await tx.items.load(some)).map((item) => [item.id, item]))
    const byItem = Map.groupBy(await tx.releases.entriesOf(id, some), ({ itemId }) => itemId)
    await work(
      [...byItem].map(([itemId, entries]) => ({ itemId, item: items.get(itemId), entries })),
    )
  })
}
