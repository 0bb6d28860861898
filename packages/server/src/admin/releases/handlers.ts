/** Releases in Studio. */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { canPublish } from '../../access/principal.ts'
import { addToRelease, removeFromRelease } from '../../content/releases/entries.ts'
import { findRelease } from '../../content/releases/find.ts'
import * as manage from '../../content/releases/manage.ts'
import { publishRelease, unscheduleRelease } from '../../content/releases/publish.ts'
import { undoRelease } from '../../content/releases/undo.ts'
import { checkRelease } from '../../content/releases/validate.ts'
import { actorOf, type AdminCall, type AdminHandlers } from '../api.ts'
import { done, idIn } from '../checks.ts'
import { languageIdOf, type ChangeDeps } from '../contents/changes.ts'
import { findItem } from '../contents/editable.ts'
import { instantAt } from '../contents/schedules.ts'
import { shownCheck, shownEntries, shownItem, shownItemReleases, shownReleases } from './shown.ts'

export function releaseHandlers(deps: ChangeDeps) {
  const requestOf = (call: AdminCall) => {
    const { schema, spaceIds } = call.root
    const luid = call.params['release'] ?? ''
    const allowed = { canPublish: canPublish(call.principal), spaceIds }
    return { rootId: schema.root.id, luid, actor: actorOf(call), ...allowed }
  }
  const shown = (call: AdminCall, luid = call.params['release'] ?? '') =>
    deps.store.read(async (tx) => {
      const release = await findRelease(tx, call.root.schema.root.id, luid)
      const [only] = await shownReleases(tx, call.root, [release])
      if (!only) throw new Refusal('notFound', say('releaseGone', { luid }))
      return only
    })
  const contextOf = (call: AdminCall) => {
    const { root } = call
    return { root, assetsUrl: deps.assetsUrl, language: root.schema.mainLanguage }
  }

  return {
    listReleases: (call) => {
      const { limit, offset, state, archived } = call.query
      const rootId = call.root.schema.root.id
      const filter = { rootId, isArchived: archived === 'true', ...(state && { state }) }
      return deps.store.read(async (tx) => {
        const { releases, total } = await tx.releases.list(filter, { limit, offset })
        return { total, offset, limit, rows: await shownReleases(tx, call.root, releases) }
      }, call.reader)
    },
    createRelease: async (call, body) => {
      await manage.createRelease(deps, requestOf(call), body)
      return shown(call, body.luid)
    },
    readRelease: (call) => shown(call),
    changeRelease: async (call, body) => {
      await manage.changeRelease(deps, requestOf(call), body)
      return shown(call)
    },
    deleteRelease: async (call) => {
      await manage.deleteRelease(deps, requestOf(call))
      return done
    },
    duplicateRelease: async (call, body) => {
      await manage.duplicateRelease(deps, requestOf(call), body)
      return shown(call, body.luid)
    },
    listReleaseEntries: (call) =>
      deps.store.read(async (tx) => {
        const release = await findRelease(tx, call.root.schema.root.id, requestOf(call).luid)
        return shownEntries(tx, release, contextOf(call), call.query)
      }, call.reader),
    addToRelease: async (call, { ids, action = 'publish', language }) => {
      const languageId = languageIdOf(call.root.schema, language)
      await addToRelease(deps, { ...requestOf(call), ids, action, languageId })
      return shown(call)
    },
    removeFromRelease: async (call, { ids, language }) => {
      const languageId = languageIdOf(call.root.schema, language)
      await removeFromRelease(deps, { ...requestOf(call), ids, languageId })
      return shown(call)
    },
    readReleaseItem: (call) =>
      deps.store.read(async (tx) => {
        const release = await findRelease(tx, call.root.schema.root.id, requestOf(call).luid)
        const item = await findItem(tx, call.root, idIn(call, 'item'))
        return shownItem(tx, release, item, contextOf(call))
      }),
    validateRelease: (call) =>
      deps.store.read(async (tx) => {
        const schema = await deps.schemas.in(tx, call.root.schema.root.id)
        const check = await checkRelease(tx, schema, requestOf(call).luid, deps.now())
        return shownCheck(tx, check, contextOf(call))
      }, call.reader),
    publishRelease: async (call, { at, isOverwriting }) => {
      const publication = { at: instantAt('at', at), isOverwriting }
      await publishRelease(deps, { ...requestOf(call), ...publication })
      return shown(call)
    },
    unscheduleRelease: async (call) => {
      await unscheduleRelease(deps, requestOf(call))
      return shown(call)
    },
    undoRelease: async (call) => {
      await undoRelease(deps, requestOf(call))
      deps.quotas.invalidate(call.root.schema.root.id)
      return shown(call)
    },
    listItemReleases: (call) =>
      deps.store.read(async (tx) => {
        const item = await findItem(tx, call.root, idIn(call, 'item'))
        return { releases: await shownItemReleases(tx, call.root.schema, item) }
      }),
  } satisfies Partial<AdminHandlers>
}
