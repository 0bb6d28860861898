/** Reads content for Studio. */
import type { Paging } from '@octavo/schema/admin/query.ts'
import type { ReferrerList, ReferrerRequest } from '@octavo/schema/admin/referrers.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { dateOf } from '../../access/usage.ts'
import { pointersOf, pointingKeys } from '../../content/pointers.ts'
import { stages, type Item, type Use } from '../../store/records.ts'
import type { ReferrerFilter } from '../../store/studio-reads.ts'
import type { AdminCall, AdminHandlers } from '../api.ts'
import { idIn } from '../checks.ts'
import { auditEntriesOf } from '../audit.ts'
import { bulkHandlers } from './bulk.ts'
import { contentChangeHandlers, type ChangeDeps } from './changes.ts'
import { editableItem, findItem } from './editable.ts'
import { itemLabel, labelsFor } from './labels.ts'
import { idsFor, listFor, type Listing } from './list.ts'
import { presenceHandlers } from './presence.ts'
import { reviewHandlers } from './reviews.ts'
import { revisionHandlers } from './revisions.ts'
import { scheduleHandlers } from './schedules.ts'
import { translationHandlers } from './translations.ts'
import { viewHandlers } from './saved-views.ts'

export interface ContentDeps extends ChangeDeps {
  readonly delivery: Listing
}

const mostPlaces = 20

export function contentHandlers(deps: ContentDeps) {
  return {
    ...contentChangeHandlers(deps),
    ...bulkHandlers(deps),
    ...presenceHandlers(deps),
    ...reviewHandlers(deps),
    ...revisionHandlers(deps),
    ...scheduleHandlers(deps),
    ...translationHandlers(deps),
    ...viewHandlers(deps),
    listContents: (call) => listFor(deps.delivery, call, dateOf(deps.now())),
    listContentIds: (call) => idsFor(deps.delivery, call, dateOf(deps.now())),
    readItem: (call) =>
      deps.store.read((tx) => editableItem(tx, deps, call.root, idIn(call, 'item'))),
    listReferrers: async (call) => {
      const item = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
      return referrersOf(deps, call, { kind: 'item', ids: [item.id] })
    },
    findReferrers: (call, { kind, ids }) =>
      referrersOf(deps, call, { kind, ids }, kind === 'item' ? ids : []),
    listHistory: (call) => {
      const { before, limit } = call.query
      const subjectId = idIn(call, 'item')
      return deps.store.read(async (tx) => {
        await findItem(tx, call.root, subjectId)
        return auditEntriesOf(tx, call, { kind: 'item', subjectId, before }, limit)
      }, call.reader)
    },
    readLabels: (call) => {
      const { items, media, lang } = call.query
      const { schema } = call.root
      const targets: Use[] = [
        ...items.map((targetId) => ({ kind: 'item' as const, targetId })),
        ...media.map((targetId) => ({ kind: 'media' as const, targetId })),
      ]
      const language = schema.languageByKey.get(lang ?? '') ?? schema.mainLanguage
      const context = { root: call.root, assetsUrl: deps.assetsUrl, language }
      return deps.store.read((tx) => labelsFor(tx, targets, context))
    },
  } satisfies Partial<AdminHandlers>
}

/**
 * The items that refer to something, with the places of the references. Items in `exceptIds` are left out.
 */
export function referrersOf(
  deps: ContentDeps,
  call: AdminCall<Paging>,
  { kind, ids: targetIds }: ReferrerRequest,
  exceptIds: readonly number[] = [],
): Promise<ReferrerList> {
  const { schema, spaceIds } = call.root
  const window = call.query
  const context = { root: call.root, assetsUrl: deps.assetsUrl, language: schema.mainLanguage }
  const filter: ReferrerFilter = {
    rootId: schema.root.id,
    kind,
    targetIds,
    exceptIds,
    spaceIds,
    keys: pointingKeys(schema),
  }
  const targets = new Set(targetIds)
  const isTarget = (pointer: Use) => pointer.kind === kind && targets.has(pointer.targetId)
  return deps.store.read(async (tx) => {
    const { ids, total } = await tx.studio.referrers(filter, window)
    const items = new Map((await tx.items.load(ids)).map((item) => [item.id, item]))
    const rows = ids
      .flatMap((one) => items.get(one) ?? [])
      .map((item) => ({ ...itemLabel(item, context), places: placesIn(item, schema, isTarget) }))
    return { total, ...window, rows }
  }, call.reader)
}

function placesIn(item: Item, schema: Schema, isTarget: (pointer: Use) => boolean) {
  return pointersOf(item, schema)
    .filter(isTarget)
    .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage))
    .slice(0, mostPlaces)
    .map(({ languageId, stage, path }) => ({
      language: schema.languageById.get(languageId)?.key ?? '',
      stage,
      path,
    }))
}
