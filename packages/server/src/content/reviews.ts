/** Review dates: by when an editor should check an item again. */
import type { Item } from '../store/records.ts'
import type { ContentContext } from './context.ts'
import { itemOfRoot } from './load.ts'
import { requireActive } from './schedules/apply-copies.ts'

interface ReviewRequest {
  rootId: number
  actor: string
  id: number
  /** YYYY-MM-DD; null removes the date. */
  dueOn: string | null
  /** Throws if the item may not be changed. */
  checkBefore?(item: Item): void
}

/** Nothing that readers see changes: the audit entry has no scopes. */
export function setReview(
  context: ContentContext,
  { rootId, actor, id, dueOn, checkBefore }: ReviewRequest,
): Promise<void> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(rootId, 'shared')
    const item = await itemOfRoot(tx, rootId, id)
    checkBefore?.(item)
    const [before] = await tx.reviews.ofItems([id])
    if ((before?.dueOn ?? null) === dueOn) return
    if (dueOn === null) await tx.reviews.remove([id])
    else {
      requireActive(item)
      await tx.reviews.save({ itemId: id, rootId, dueOn })
    }
    const action = dueOn === null ? 'clear review' : 'set review'
    const entry = { at: context.now(), rootId, subjectId: id, modelId: item.modelId, actor, action }
    await tx.changes.append([{ ...entry, kind: 'item', scopes: [] }])
  })
}
