/** Saved views of content lists: of one user, or shared by all. */
import type { SavedView } from '@octavo/schema/admin/views.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { say } from '@octavo/schema/problems.ts'
import { hasRole } from '@octavo/schema/roles.ts'
import type { ContentContext } from '../../content/context.ts'
import { parseListQuery } from '../../query/parse.ts'
import type { ReadTransaction, WriteTransaction } from '../../store/store.ts'
import type { ViewRecord } from '../../store/saved-views.ts'
import { newToken } from '../../access/tokens.ts'
import type { AdminCall, AdminHandlers } from '../api.ts'
import { done, mayUse, notFoundError } from '../checks.ts'
import { inactiveQuery } from './inactive.ts'
import { keyOf } from './search.ts'

/** Of one user or shared, in a root space. */
const mostViews = 100

export function viewHandlers(deps: ContentContext) {
  /** Locks the root, so that two requests cannot take the same name. */
  const change = <T>(call: AdminCall, work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
    deps.store.write(async (tx) => {
      await tx.roots.lock(call.root.schema.root.id, 'exclusive')
      return work(tx)
    })
  return {
    listViews: (call) =>
      deps.store.read(async (tx) => ({ views: (await viewsOf(tx, call)).map(shown) })),
    createView: async (call, { name, isShared, search }) => {
      requireSharing(call, isShared)
      requireList(call, search)
      return change(call, async (tx) => {
        const views = await viewsOf(tx, call)
        const view: ViewRecord = {
          id: newToken().token.slice(0, 16),
          rootId: call.root.schema.root.id,
          userId: call.caller.user.id,
          isShared,
          name,
          search,
          createdAt: deps.now(),
        }
        requireRoom(views, view)
        await tx.views.save(view)
        return shown(view)
      })
    },
    changeView: (call, wanted) => {
      if (wanted.search) requireList(call, wanted.search)
      return change(call, async (tx) => {
        const views = await viewsOf(tx, call)
        const before = viewIn(views, call)
        const view = { ...before, ...wanted }
        requireSharing(call, before.isShared || view.isShared)
        requireRoom(
          views.filter(({ id }) => id !== before.id),
          view,
        )
        // A shared view that is made private belongs to the user who did so.
        const userId = before.isShared && !view.isShared ? call.caller.user.id : before.userId
        await tx.views.save({ ...view, userId })
        return shown(view)
      })
    },
    deleteView: (call) =>
      change(call, async (tx) => {
        const view = viewIn(await viewsOf(tx, call), call)
        requireSharing(call, view.isShared)
        await tx.views.remove(view.id)
        return done
      }),
  } satisfies Partial<AdminHandlers>
}

/** The views that the caller may see: not those of spaces that they may not use. */
async function viewsOf(tx: ReadTransaction, { root, caller }: AdminCall): Promise<ViewRecord[]> {
  const views = await tx.views.list(root.schema.root.id, caller.user.id)
  const isUsable = (luid: string): boolean => {
    const space = root.schema.spaceByLuid.get(luid)
    return space === undefined || mayUse(root, space.id)
  }
  return views.filter(({ search }) => (search['space'] ?? '').split(',').every(isUsable))
}

function viewIn(views: readonly ViewRecord[], { params }: AdminCall): ViewRecord {
  const view = views.find(({ id }) => id === params['view'])
  if (!view) throw notFoundError('view')
  return view
}

function shown({ id, name, isShared, search }: ViewRecord): SavedView {
  return { id, name, isShared, search }
}

function requireSharing({ caller }: AdminCall, isShared: boolean): void {
  const role = 'editor'
  if (!isShared || hasRole(caller.user.role, role)) return
  throw new Refusal('forbidden', [problemAt('isShared', say('needsRole', { role }))])
}

/** The list must accept the parameters now. A later schema change can make some of them invalid. */
function requireList({ root }: AdminCall, search: Readonly<Record<string, string>>): void {
  const { state, columns: _columns, translation: _translation, ...rest } = search
  const query = Object.entries(rest)
  try {
    if (state === 'archived' || state === 'trash') inactiveQuery(root, query, state)
    else parseListQuery({ key: keyOf(root), schema: root.schema, query })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problems = error.problems.map((one) => ({ ...one, path: `search.${one.path}` }))
    throw new Refusal(error.kind, problems)
  }
}

/** `views` are the others that the caller sees. */
function requireRoom(views: readonly ViewRecord[], { name, isShared }: ViewRecord): void {
  const alike = views.filter((view) => view.isShared === isShared)
  if (alike.some((view) => fold(view.name) === fold(name)))
    throw new Refusal('badRequest', [problemAt('name', say('viewTaken'))])
  if (alike.length >= mostViews)
    throw new Refusal('badRequest', [problemAt('', say('tooManyViews', { max: mostViews }))])
}
