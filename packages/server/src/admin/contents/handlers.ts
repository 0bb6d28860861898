/** Reading content in Studio. */
import type { DeedList, ReferrerList, ReferrerQuestion } from '@octavo/schema/admin/contents.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { z } from 'zod'
import { pointersOf, pointingKeys } from '../../content/pointers.ts'
import type { WriteContext } from '../../content/write.ts'
import { stages, type Item, type Use } from '../../store/records.ts'
import type { ReferrerFilter } from '../../store/studio-reads.ts'
import type { AdminCall, AdminHandlers } from '../api.ts'
import { id, idIn, idList, parameters, shortList, windowOf } from '../checks.ts'
import { deedsOf } from '../deeds.ts'
import type { QuotaDeps } from '../quotas.ts'
import { bulkHandlers } from './bulk.ts'
import { contentChangeHandlers } from './changes.ts'
import { editableItem, findItem } from './editable.ts'
import { itemLabel, labelsFor } from './labels.ts'
import { idsFor, listFor, mostIds, type Listing } from './list.ts'

export interface ContentDeps extends WriteContext, QuotaDeps {
  readonly delivery: Listing
  readonly assetsUrl: string
}

const mostPlaces = 20

export function contentHandlers(
  deps: ContentDeps,
): Pick<
  AdminHandlers,
  | 'listContents'
  | 'listContentIds'
  | 'readItem'
  | 'listReferrers'
  | 'findReferrers'
  | 'listHistory'
  | 'readLabels'
  | keyof ReturnType<typeof contentChangeHandlers>
  | keyof ReturnType<typeof bulkHandlers>
> {
  return {
    ...contentChangeHandlers(deps),
    ...bulkHandlers(deps),
    listContents: { body: null, handle: (call) => listFor(deps.delivery, call) },
    listContentIds: { body: null, handle: (call) => idsFor(deps.delivery, call) },
    readItem: {
      body: null,
      handle: (call) =>
        deps.store.read((tx) => editableItem(tx, deps, call.root, idIn(call, 'item'))),
    },
    listReferrers: {
      body: null,
      handle: async (call) => {
        const item = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
        return referrersOf(deps, call, { kind: 'item', ids: [item.id] })
      },
    },
    findReferrers: {
      body: z.strictObject({
        kind: z.enum(['item', 'media']),
        ids: shortList(id, { least: 1, most: mostIds, message: `at most ${mostIds} at once` }),
      }),
      handle: (call, { kind, ids }) =>
        referrersOf(deps, call, { kind, ids }, kind === 'item' ? ids : []),
    },
    listHistory: { body: null, handle: (call) => historyOf(deps, call) },
    readLabels: {
      body: null,
      handle: (call) => {
        const { items, media, lang } = parameters(call, 'items', 'media', 'lang')
        const { schema } = call.root
        const targets: Use[] = [
          ...idList(items, 'items').map((targetId) => ({ kind: 'item' as const, targetId })),
          ...idList(media, 'media').map((targetId) => ({ kind: 'media' as const, targetId })),
        ]
        const language = schema.languageByKey.get(lang ?? '') ?? schema.mainLanguage
        const context = { root: call.root, assetsUrl: deps.assetsUrl, language }
        return deps.store.read((tx) => labelsFor(tx, targets, context))
      },
    },
  }
}

/** Who points at something, and from where; those excepted do not count. */
export function referrersOf(
  deps: ContentDeps,
  call: AdminCall,
  { kind, ids: targetIds }: ReferrerQuestion,
  exceptIds: readonly number[] = [],
): Promise<ReferrerList> {
  const { schema, spaceIds } = call.root
  const window = windowOf(call)
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
  const isMeant = (pointer: Use) => pointer.kind === kind && targets.has(pointer.targetId)
  return deps.store.read(async (tx) => {
    const { ids, total } = await tx.studio.referrers(filter, window)
    const items = new Map((await tx.items.load(ids)).map((item) => [item.id, item]))
    const rows = ids
      .flatMap((one) => items.get(one) ?? [])
      .map((item) => ({ ...itemLabel(item, context), places: placesIn(item, schema, isMeant) }))
    return { total, ...window, rows }
  }, call.reader)
}

function placesIn(item: Item, schema: Schema, isMeant: (pointer: Use) => boolean) {
  return pointersOf(item, schema)
    .filter(isMeant)
    .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage))
    .slice(0, mostPlaces)
    .map(({ languageId, stage, path }) => ({
      language: schema.languageById.get(languageId)?.key ?? '',
      stage,
      path,
    }))
}

function historyOf(deps: ContentDeps, call: AdminCall): Promise<DeedList> {
  const subjectId = idIn(call, 'item')
  return deps.store.read(async (tx) => {
    await findItem(tx, call.root, subjectId)
    return deedsOf(tx, call, { kind: 'item', subjectId })
  }, call.reader)
}
