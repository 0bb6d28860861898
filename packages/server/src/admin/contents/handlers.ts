/** Reading content in Studio. */
import type { DeedList, ReferrerList } from '@octavo/schema/admin/contents.ts'
import { pointersOf, pointingKeys } from '../../content/pointers.ts'
import type { ContentContext } from '../../content/context.ts'
import { stages, type Item, type Use } from '../../store/records.ts'
import type { AdminCall, AdminHandlers } from '../api.ts'
import { idIn, idList, parameters, windowOf } from '../checks.ts'
import { deedsOf } from '../deeds.ts'
import type { QuotaDeps } from '../quotas.ts'
import { bulkHandlers } from './bulk.ts'
import { contentChangeHandlers } from './changes.ts'
import { editableItem, findItem } from './editable.ts'
import { itemLabel, labelsFor } from './labels.ts'
import { idsFor, listFor, type Listing } from './list.ts'

export interface ContentDeps extends ContentContext, QuotaDeps {
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
        const { id } = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
        return referrersOf(deps, call, { kind: 'item', targetId: id })
      },
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

/** Who points at something, and from where. */
export function referrersOf(
  deps: ContentDeps,
  call: AdminCall,
  target: Use,
): Promise<ReferrerList> {
  const { schema, spaceIds } = call.root
  const window = windowOf(call)
  const keys = pointingKeys(schema)
  const context = { root: call.root, assetsUrl: deps.assetsUrl, language: schema.mainLanguage }
  return deps.store.read(async (tx) => {
    const { ids, total } = await tx.studio.referrers({ ...target, spaceIds, keys }, window)
    const items = new Map((await tx.items.load(ids)).map((item) => [item.id, item]))
    const rows = ids
      .flatMap((id) => items.get(id) ?? [])
      .map((item) => ({ ...itemLabel(item, context), places: placesIn(item, call, target) }))
    return { total, ...window, rows }
  })
}

function placesIn(item: Item, { root: { schema } }: AdminCall, { kind, targetId }: Use) {
  return pointersOf(item, schema)
    .filter((pointer) => pointer.kind === kind && pointer.targetId === targetId)
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
  })
}
