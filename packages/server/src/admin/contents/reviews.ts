import { setReview } from '../../content/reviews.ts'
import { actorOf, type AdminHandlers } from '../api.ts'
import { mayUse, notFoundError } from '../checks.ts'
import { itemChanges, type ChangeDeps } from './changes.ts'

export function reviewHandlers(deps: ChangeDeps) {
  const { itemOf, shown } = itemChanges(deps)
  return {
    setReview: async (call, { by: dueOn }) => {
      const { id, rootId } = await itemOf(call)
      await setReview(deps, {
        rootId,
        id,
        actor: actorOf(call),
        dueOn,
        checkBefore: ({ spaceId }) => {
          if (!mayUse(call.root, spaceId)) throw notFoundError('item')
        },
      })
      return shown(call, id)
    },
  } satisfies Partial<AdminHandlers>
}
