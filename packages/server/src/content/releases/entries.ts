/** Adds items to a release, and removes them. */
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item } from '../../store/records.ts'
import type { Release, ReleaseAction, ReleaseEntry } from '../../store/releases.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { requireActive } from '../schedules/apply-copies.ts'
import { inRelease, logRelease, requireEditable, requireRoom, type ReleaseRequest } from './find.ts'

export interface AddRequest extends ReleaseRequest {
  ids: readonly number[]
  action: ReleaseAction
  /** Only this language; null for all. */
  languageId: number | null
}

/** The language of an entry that deletes the whole item. */
export const wholeItem = 0

/** Adds all items or none. */
export function addToRelease(context: ContentContext, request: AddRequest): Promise<void> {
  return inRelease(context, request, async (tx, { release, now }) => {
    requireEditable(release, request)
    const { action, languageId, actor } = request
    if (action === 'delete' && languageId !== null) {
      throw new Refusal('badRequest', [problemAt('language', say('releaseDeletesWhole'))])
    }
    const problems: Problem[] = []
    const ids = [...new Set(request.ids)].toSorted((a, b) => a - b)
    await inBatches(ids, async (some) => {
      const items = new Map((await tx.items.load(some)).map((item) => [item.id, item]))
      const entries: ReleaseEntry[] = []
      for (const id of some) {
        try {
          const item = reachable(items.get(id), id, request)
          requireActive(item)
          entries.push(...entriesOf(item, request, release, now))
        } catch (error) {
          if (!(error instanceof Refusal) || problems.length >= maxReported) throw error
          for (const problem of error.problems) addProblem(problems, problem)
        }
      }
      if (problems.length === 0) await replaceEntries(tx, release, entries)
    })
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await requireRoom(tx, release)
    await logRelease(tx, release, { actor, at: now, action: 'add items' })
  })
}

const maxReported = 100

function reachable(
  item: Item | undefined,
  id: number,
  { rootId, spaceIds }: Pick<ReleaseRequest, 'rootId' | 'spaceIds'>,
): Item {
  if (item?.rootId === rootId && (spaceIds?.includes(item.spaceId) ?? true)) return item
  throw new Refusal('badRequest', say('itemsGone', { ids: String(id) }))
}

function entriesOf(
  item: Item,
  { action, languageId, actor }: AddRequest,
  { id: releaseId }: Release,
  now: number,
): ReleaseEntry[] {
  const facts = {
    releaseId,
    itemId: item.id,
    action,
    previous: null,
    actor,
    addedAt: now,
    stamp: 0,
  }
  if (action === 'delete') {
    return [{ ...facts, languageId: wholeItem, copy: null, base: baseOf(item, wholeItem) }]
  }
  const entries = [...item.languages].flatMap(([id, language]): ReleaseEntry[] => {
    if (languageId !== null && languageId !== id) return []
    const base = baseOf(item, id)
    if (action === 'unpublish') {
      return language.published ? [{ ...facts, languageId: id, copy: null, base }] : []
    }
    return language.draft ? [{ ...facts, languageId: id, copy: language.draft, base }] : []
  })
  if (entries.length > 0) return entries
  const { id } = item
  throw new Refusal(
    'badRequest',
    action === 'publish' ? say('noDraftToPublish', { id }) : say('notPublished', { id }),
  )
}

/** The time of the public data of a language, or of all languages. */
export function baseOf({ languages }: Item, languageId: number): number {
  const times = [...languages].map(([id, { published }]) =>
    languageId === wholeItem || languageId === id ? (published?.updatedAt ?? 0) : 0,
  )
  return Math.max(0, ...times)
}

/** An item is deleted, or its languages are changed, but not both. */
export async function replaceEntries(
  tx: WriteTransaction,
  release: Release,
  entries: readonly ReleaseEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const [stamp = 0] = await tx.ids.allocate('document', 1)
  const isDeletion = ({ action }: ReleaseEntry): boolean => action === 'delete'
  const idsOf = (some: readonly ReleaseEntry[]): number[] => [
    ...new Set(some.map(({ itemId }) => itemId)),
  ]
  const deleted = idsOf(entries.filter(isDeletion))
  const others = idsOf(entries.filter((entry) => !isDeletion(entry)))
  if (deleted.length > 0) await tx.releases.removeEntries(release.id, deleted, null)
  if (others.length > 0) await tx.releases.removeEntries(release.id, others, wholeItem)
  await tx.releases.saveEntries(entries.map((entry) => ({ ...entry, stamp })))
}

export interface RemoveRequest extends ReleaseRequest {
  ids: readonly number[]
  languageId: number | null
}

export function removeFromRelease(context: ContentContext, request: RemoveRequest): Promise<void> {
  return inRelease(context, request, async (tx, { release, now }) => {
    requireEditable(release, request)
    const { ids, languageId, actor } = request
    const entries = (await tx.releases.outlines(ids)).filter(
      (entry) =>
        entry.releaseId === release.id && (languageId === null || entry.languageId === languageId),
    )
    const inReach = await reachableIds(tx, request)
    const missing = ids.filter(
      (id) => !inReach.has(id) || !entries.some(({ itemId }) => itemId === id),
    )
    if (missing.length > 0) {
      const problems = missing.map((id) => problemAt('', say('notInRelease', { id })))
      throw new Refusal('badRequest', problems)
    }
    await tx.releases.removeEntries(release.id, ids, languageId)
    await logRelease(tx, release, { actor, at: now, action: 'remove items' })
  })
}

/** Items in any state, also those in the trash, in the spaces of the caller. */
async function reachableIds(
  tx: WriteTransaction,
  { ids, spaceIds, rootId }: RemoveRequest,
): Promise<Set<number>> {
  if (spaceIds === null) return new Set(ids)
  const items = await tx.items.load(ids)
  return new Set(
    items
      .filter((item) => item.rootId === rootId && spaceIds.includes(item.spaceId))
      .map(({ id }) => id),
  )
}

/** The keys of entries, for messages. */
export function languageName(schema: Schema, languageId: number): string {
  return schema.languageById.get(languageId)?.key ?? 'all languages'
}
