/** Changes to media items. Each call changes all of its items or none, in one transaction. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import type { ContentContext } from '../content/context.ts'
import type { MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { mediaChange } from './media-change.ts'

export type MediaAction = 'archive' | 'restore' | 'delete'

interface MediaRequest {
  rootId: number
  actor: string
}

/** The error lists every media item that cannot be changed. */
export function changeMediaState(
  context: ContentContext,
  request: MediaRequest & { ids: readonly number[]; action: MediaAction },
): Promise<void> {
  const { action, ids } = request
  return change(context, request, action, async (tx, at, root) => {
    const problems: Problem[] = []
    const changed: MediaRecord[] = []
    let mediaBytes = 0
    for (const media of await loadAll(tx, request.rootId, ids)) {
      const problem = obstacle(media, action)
      if (problem) problems.push(problemAt(`media ${media.id}`, problem))
      else changed.push(applied(media, action, at))
      // Media in the trash do not count toward the quota.
      if (action === 'restore' && media.deletedAt !== null) mediaBytes += media.bytes
    }
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await requireRoomIn(tx, root, { mediaBytes })
    return changed
  })
}

/** DELETE of the API: moves the item to the trash, from where an operator can restore it. */
export async function deleteMedia(
  context: ContentContext,
  request: MediaRequest & { id: number; spaceId: number },
): Promise<number> {
  const { rootId, spaceId, id } = request
  await change(context, request, 'delete', async (tx, at) => {
    const [media] = await tx.media.load([id])
    const isInSpace = media?.rootId === rootId && media.spaceId === spaceId
    if (!media || !isInSpace || media.archivedAt !== null || media.deletedAt !== null) {
      throw new Refusal('notFound', say('mediaGone'))
    }
    return [applied(media, 'delete', at)]
  })
  return id
}

/** Sets the texts of the given languages; null removes one. Other languages stay unchanged. */
export function changeAlts(
  context: ContentContext,
  request: MediaRequest & { id: number; alts: ReadonlyMap<number, string | null> },
): Promise<void> {
  return change(context, request, 'change alt text', async (tx) => {
    const [media] = await loadAll(tx, request.rootId, [request.id])
    if (!media || media.deletedAt !== null) throw missing([request.id])
    const alts = new Map(media.alts)
    for (const [languageId, alt] of request.alts) {
      if (alt === null) alts.delete(languageId)
      else alts.set(languageId, alt)
    }
    return [{ ...media, alts }]
  })
}

function change(
  context: ContentContext,
  { rootId, actor }: MediaRequest,
  action: string,
  work: (tx: WriteTransaction, at: number, root: RootDefinition) => Promise<MediaRecord[]>,
): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const at = context.now()
    const changed = await work(tx, at, schema.root)
    for (const media of changed) await tx.media.update(media)
    await tx.changes.append(changed.map(({ id }) => mediaChange(schema, id, { actor, action, at })))
  })
}

async function loadAll(
  tx: WriteTransaction,
  rootId: number,
  ids: readonly number[],
): Promise<MediaRecord[]> {
  const found = await tx.media.load([...new Set(ids)])
  const existing = new Set(found.filter((media) => media.rootId === rootId).map(({ id }) => id))
  const unknown = ids.filter((id) => !existing.has(id))
  if (unknown.length > 0) throw missing(unknown)
  return found
}

function missing(ids: readonly number[]): Refusal {
  return new Refusal('notFound', `there is no media item ${ids.join(', ')}`)
}

function obstacle(media: MediaRecord, action: MediaAction): CodedMessage | undefined {
  if (action === 'restore') {
    const isInactive = media.deletedAt !== null || media.archivedAt !== null
    return isInactive ? undefined : say('mediaNotAway')
  }
  if (media.deletedAt !== null) return say('mediaInTrash')
  return action === 'archive' && media.archivedAt !== null ? say('mediaArchivedAlready') : undefined
}

/** Restoring from the trash keeps the archived state; a second restore takes it out of the archive. */
function applied(media: MediaRecord, action: MediaAction, at: number): MediaRecord {
  if (action === 'archive') return { ...media, archivedAt: at }
  if (action === 'delete') return { ...media, deletedAt: at }
  return media.deletedAt === null ? { ...media, archivedAt: null } : { ...media, deletedAt: null }
}
