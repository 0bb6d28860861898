/**
 * Who else has an item open. Pages report themselves every few seconds, and the reply lists the others. The rows are
 * in the database, so this works with several processes and nodes; they expire by themselves.
 */
import type { PresentUser } from '@octavo/schema/admin/presence.ts'
import type { ContentContext } from '../../content/context.ts'
import type { Presence } from '../../store/presences.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { AdminCall, AdminHandlers } from '../api.ts'
import { idIn, mayUse, notFoundError } from '../checks.ts'

/** A page that was not seen for longer is closed, in milliseconds. */
const expiry = 20_000
/** An unchanged page is written again after this time, so that most reports only read. */
const renewal = 8_000
const mostPages = 20
const mostUsers = 20

export function presenceHandlers(deps: ContentContext) {
  return {
    reportPresence: async (call, { tab, isOpen, field = null, language = null }) => {
      const itemId = idIn(call, 'item')
      const seenAt = deps.now()
      const userId = call.caller.user.id
      const own: Presence = { userId, tab, itemId, field, language, seenAt }
      const { others, stored } = await deps.store.read(async (tx) => {
        await requireVisible(tx, call, itemId)
        return {
          others: await othersIn(tx, own),
          stored: (await tx.presences.ofUser(userId)).find((one) => one.tab === tab),
        }
      })
      if (isOpen ? !isFresh(stored, own) : stored) await save(deps, own, isOpen)
      return { others }
    },
  } satisfies Partial<AdminHandlers>
}

/** Users of other spaces do not learn who has the item open, nor whether it exists. */
async function requireVisible(
  tx: ReadTransaction,
  { root }: AdminCall,
  itemId: number,
): Promise<void> {
  const spaceId = (await tx.studio.spacesOf('item', [itemId])).get(itemId)
  const isThere = spaceId !== undefined && root.schema.spaceById.has(spaceId)
  if (!isThere || !mayUse(root, spaceId)) throw notFoundError('item')
}

function isFresh(stored: Presence | undefined, now: Presence): boolean {
  return (
    stored !== undefined &&
    stored.itemId === now.itemId &&
    stored.field === now.field &&
    stored.language === now.language &&
    Math.abs(now.seenAt - stored.seenAt) < renewal
  )
}

async function othersIn(
  tx: ReadTransaction,
  { itemId, userId, seenAt }: Presence,
): Promise<PresentUser[]> {
  const pages = await tx.presences.ofItem(itemId, seenAt - expiry, mostUsers * mostPages)
  const byUser = Map.groupBy(pages, (page) => page.userId)
  byUser.delete(userId)
  const users = await tx.users.loadAll([...byUser.keys()].slice(0, mostUsers))
  return users.map(({ id, name, email }) => {
    const places = (byUser.get(id) ?? []).flatMap(({ field, language }) =>
      field !== null && language !== null ? [{ field, language }] : [],
    )
    return { id, name: name || email, places }
  })
}

/** Removes expired rows as well, so that the table stays small. */
function save({ store }: ContentContext, own: Presence, isOpen: boolean): Promise<void> {
  return store.write(async (tx) => {
    await tx.presences.removeBefore(own.seenAt - 2 * expiry)
    if (!isOpen) return tx.presences.remove(own.userId, [own.tab])
    await tx.presences.save(own)
    const pages = await tx.presences.ofUser(own.userId)
    const tabs = pages.map(({ tab }) => tab).filter((tab) => tab !== own.tab)
    await tx.presences.remove(own.userId, tabs.slice(mostPages - 1))
  })
}
