/** Changes to media items. Each call changes all of its items or none, in one transaction. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { maxTags } from '@octavo/schema/media-labels.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import type { ContentContext } from '../content/context.ts'
import type { Focus, MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { logMediaChanges, type MediaChange } from './media-change.ts'

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
    const changed: MediaChange[] = []
    let mediaBytes = 0
    for (const media of await loadAll(tx, request.rootId, ids)) {
      const problem = obstacle(media, action)
      if (problem) problems.push(problemAt(`media ${media.id}`, problem))
      else changed.push({ before: media, after: applied(media, action, at) })
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
    return [{ before: media, after: applied(media, 'delete', at) }]
  })
  return id
}

export interface MediaEdit {
  /** Texts by language id; null removes one. Other languages stay unchanged. */
  alts?: ReadonlyMap<number, string | null>
  /** A path as `isFolder` accepts it. */
  folder?: string
  /** Replaces all tags. */
  tags?: readonly string[]
  addTags?: readonly string[]
  removeTags?: readonly string[]
  focus?: Focus | null
}

/** Changes all of the media items, or none if one of them cannot be changed. */
export function editMedia(
  context: ContentContext,
  request: MediaRequest & { ids: readonly number[]; edit: MediaEdit },
): Promise<void> {
  const { ids, edit } = request
  return change(context, request, actionOf(edit), async (tx) => {
    const found = await loadAll(tx, request.rootId, ids)
    const gone = found.filter(({ deletedAt }) => deletedAt !== null)
    if (gone.length > 0) throw missing(gone.map(({ id }) => id))
    const problems = found.flatMap((media) => problemsOf(media, edit))
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    return found.map((media) => ({ before: media, after: edited(media, edit) }))
  })
}

function actionOf({ alts, folder, tags, addTags, removeTags, focus }: MediaEdit): string {
  const actions = [
    ...(alts ? ['change alt text'] : []),
    ...(folder === undefined ? [] : ['move file']),
    ...((tags ?? addTags ?? removeTags) ? ['change tags'] : []),
    ...(focus === undefined ? [] : ['set focal point']),
  ]
  return actions.length === 1 ? (actions[0] ?? '') : 'change details'
}

function problemsOf({ id, width, tags }: MediaRecord, edit: MediaEdit): Problem[] {
  const problems: Problem[] = []
  if (edit.focus && width === null) problems.push(problemAt(`media ${id}`, say('notImage')))
  if (tagsAfter(tags, edit).length > maxTags) {
    problems.push(problemAt(`media ${id}`, say('tooManyTags', { max: maxTags })))
  }
  return problems
}

function edited(media: MediaRecord, edit: MediaEdit): MediaRecord {
  const { alts = new Map<number, string | null>(), folder = media.folder } = edit
  const texts = new Map(media.alts)
  for (const [languageId, alt] of alts) {
    if (alt === null) texts.delete(languageId)
    else texts.set(languageId, alt)
  }
  const focus = edit.focus === undefined ? media.focus : edit.focus
  return { ...media, alts: texts, folder, focus, tags: tagsAfter(media.tags, edit) }
}

function tagsAfter(
  own: readonly string[],
  { tags = own, addTags, removeTags }: MediaEdit,
): string[] {
  const all = new Set([...tags, ...(addTags ?? [])])
  for (const tag of removeTags ?? []) all.delete(tag)
  return [...all].toSorted()
}

function change(
  context: ContentContext,
  { rootId, actor }: MediaRequest,
  action: string,
  work: (tx: WriteTransaction, at: number, root: RootDefinition) => Promise<MediaChange[]>,
): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const at = context.now()
    const changed = await work(tx, at, schema.root)
    for (const { after } of changed) await tx.media.update(after)
    await logMediaChanges(tx, schema, changed, { actor, action, at })
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
