/** Planned publications in Studio. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { parseInstant } from '@octavo/schema/zoned-time.ts'
import { moveSchedule, scheduleItem, unscheduleItem } from '../../content/schedules/schedule.ts'
import type { Item } from '../../store/records.ts'
import { actorOf, type AdminCall, type AdminHandlers } from '../api.ts'
import { mayUse, notFoundError } from '../checks.ts'
import { itemChanges, languageIdOf, type ChangeDeps } from './changes.ts'
import { shownSchedules } from './shown-schedules.ts'
import { requireVersions } from './versions.ts'

export function scheduleHandlers(deps: ChangeDeps) {
  const { itemOf, orConflict } = itemChanges(deps)
  /** What all changes of the schedules of an item need. */
  const requestOf = async (call: AdminCall, expected: Readonly<Record<string, string>> = {}) => {
    const { id, rootId } = await itemOf(call)
    const checkBefore = (item: Item, schema: Schema): void => {
      if (!mayUse(call.root, item.spaceId)) throw notFoundError('item')
      requireVersions(item, schema, expected)
    }
    return { id, rootId, actor: actorOf(call), checkBefore }
  }
  return {
    scheduleItem: async (call, { language, expected, publishAt, unpublishAt }) => {
      const request = await requestOf(call, expected)
      const times = {
        publishAt: instantAt('publishAt', publishAt),
        unpublishAt: instantAt('unpublishAt', unpublishAt),
      }
      const languageId = languageIdOf(call.root.schema, language)
      return orConflict(call, request.id, () =>
        scheduleItem(deps, { ...request, ...times, languageId }),
      )
    },
    moveSchedule: async (call, { language, action, at: text }) => {
      const request = await requestOf(call)
      const at = instantAt('at', text) ?? 0
      const languageId = languageIdOf(call.root.schema, language) ?? 0
      const key = { itemId: request.id, languageId, action }
      return orConflict(call, request.id, () => moveSchedule(deps, { ...request, ...key, at }))
    },
    unscheduleItem: async (call) => {
      const request = await requestOf(call)
      const { language, action } = call.query
      const languageId = languageIdOf(call.root.schema, language)
      return orConflict(call, request.id, () =>
        unscheduleItem(deps, { ...request, languageId, action }),
      )
    },
    listSchedules: (call) => {
      const { limit, offset, state, from, to } = call.query
      const { schema, spaceIds } = call.root
      const [start, end] = [instantAt('from', from), instantAt('to', to)]
      const filter = {
        rootId: schema.root.id,
        spaceIds,
        ...(start !== undefined && { from: start }),
        ...(end !== undefined && { to: end }),
        ...(state !== undefined && { isFailed: state === 'failed' }),
      }
      return deps.store.read(async (tx) => {
        const schedules = await tx.schedules.list(filter, { limit, offset })
        const total = await tx.schedules.count(filter)
        const { assetsUrl } = deps
        const context = { root: call.root, assetsUrl, language: schema.mainLanguage }
        const rows = await shownSchedules(tx, schedules, context)
        return { total, offset, limit, rows }
      }, call.reader)
    },
  } satisfies Partial<AdminHandlers>
}

export function instantAt(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (typeof instant === 'number') return instant
  throw new Refusal('badRequest', [problemAt(path, instant)])
}
