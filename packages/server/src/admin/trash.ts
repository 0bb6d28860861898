/** Permanent deletion of items and media that are in the trash. */
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { removeFileIfUnused } from '../media/empty-media-trash.ts'
import type { MediaContext } from '../media/media-context.ts'
import type { Item, MediaRecord } from '../store/records.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { mayUse } from './checks.ts'

export function trashHandlers(deps: MediaContext) {
  return {
    deleteForever: async (call, { items: itemIds = [], media: mediaIds = [] }) => {
      const files = await deps.store.write(async (tx) => {
        const schema = await deps.schemas.forWriting(tx, call.root.schema.root.id)
        const items = await tx.items.outline([...new Set(itemIds)], new Set())
        const media = await tx.media.load([...new Set(mediaIds)])
        const problems = [
          ...obstacles('items', itemIds, items, call),
          ...obstacles('media', mediaIds, media, call),
        ]
        if (problems.length > 0) throw new Refusal('badRequest', problems)
        await tx.items.remove(items.map(({ id }) => id))
        await tx.media.remove(media.map(({ id }) => id))
        const entry = {
          rootId: schema.root.id,
          actor: actorOf(call),
          action: 'delete forever',
          at: deps.now(),
          scopes: [],
        }
        await tx.changes.append([
          ...items.map(({ id, modelId, spaceId }) => ({
            ...entry,
            kind: 'item' as const,
            subjectId: id,
            modelId,
            spaceId,
          })),
          ...media.map(({ id, spaceId }) => ({
            ...entry,
            kind: 'media' as const,
            subjectId: id,
            modelId: null,
            spaceId,
          })),
        ])
        return media.map(({ sha256 }) => sha256)
      })
      for (const sha256 of new Set(files)) await removeFileIfUnused(deps, sha256)
      return { isDone: true }
    },
  } satisfies Partial<AdminHandlers>
}

/** What is not in the trash, or what the caller may not see. */
function obstacles(
  list: 'items' | 'media',
  ids: readonly number[],
  found: readonly (Item | MediaRecord)[],
  { root }: AdminCall,
): Problem[] {
  const isThere = ({ rootId, spaceId, deletedAt }: Item | MediaRecord): boolean =>
    rootId === root.schema.root.id && mayUse(root, spaceId) && deletedAt !== null
  const inTrash = new Set(found.filter(isThere).map(({ id }) => id))
  return ids.flatMap((id, at) =>
    inTrash.has(id) ? [] : [problemAt(`${list}[${at}]`, say('notInTrash', { id }))],
  )
}
