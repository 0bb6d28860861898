/** Archived and trashed items, which no API key can read. */
import {
  inactiveListQuery,
  type ContentList,
  type ContentRow,
} from '@octavo/schema/admin/contents.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { RawQuery } from '../../query/parameters.ts'
import type { AdminCall, RootAccess } from '../api.ts'
import type { InactiveFilter } from '../../store/studio-reads.ts'
import { checkedQuery, keywordsIn, spacesNamed } from '../checks.ts'
import { timeOf } from './editable.ts'
import { rowPlans } from './shown-schedules.ts'
import { statusOf, titledItems, titleOf } from './labels.ts'

export function listInactive(
  store: Store,
  call: AdminCall,
  state: 'archived' | 'trash',
): Promise<ContentList> {
  const { schema } = call.root
  const { filter, window } = inactiveQuery(call.root, call.sentQuery, state)
  return store.read(async (tx) => {
    const { ids, total } = await tx.studio.inactiveItems(filter, window)
    const items = new Map((await titledItems(tx, schema, ids)).map((item) => [item.id, item]))
    const plans = await rowPlans(tx, schema, ids)
    const rows = ids
      .flatMap((id) => items.get(id) ?? [])
      .map((item) => ({ ...rowOf(item, schema), ...plans(item.id) }))
    return { total, ...window, rows }
  }, call.reader)
}

export function inactiveQuery(
  root: RootAccess,
  query: RawQuery,
  state: InactiveFilter['state'],
): { filter: InactiveFilter; window: { limit: number; offset: number } } {
  const { model, space, contains, order, ...window } = checkedQuery(inactiveListQuery, query)
  const spaceIds = spacesNamed(root, space)
  const filter = {
    rootId: root.schema.root.id,
    state,
    ...(model !== undefined && { modelIds: modelIds(model, root.schema) }),
    ...(spaceIds && { spaceIds }),
    contains: keywordsIn(contains),
    order: { by: orders[order.by], isDescending: order.isDescending },
  }
  return { filter, window }
}

const orders = { _title: 'title', _created_at: 'created', _away_at: 'inactiveAt' } as const

function modelIds(luids: string, schema: Schema): number[] {
  return luids.split(',').flatMap((luid) => {
    const model = schema.modelByLuid.get(luid)
    if (model) return [model.id]
    throw new Refusal('badRequest', [problemAt('model', say('unknownModels'))])
  })
}

function rowOf(item: Item, schema: Schema): Omit<ContentRow, 'schedules' | 'reviewBy'> {
  const main = schema.mainLanguage
  const shown = item.languages.has(main.id)
    ? main
    : schema.root.languages.find(({ id }) => item.languages.has(id))
  const language = shown ?? main
  const state = item.languages.get(language.id)
  const updated = Array.from(item.languages.values()).flatMap(({ draft, published }) => [
    draft?.updatedAt ?? 0,
    published?.updatedAt ?? 0,
  ])
  return {
    id: item.id,
    model: schema.modelById.get(item.modelId)?.luid ?? '',
    space: schema.spaceById.get(item.spaceId)?.luid ?? '',
    title: titleOf(item, schema, language),
    status: statusOf(state),
    language: language.key,
    languages: schema.root.languages.flatMap(({ id, key }) => {
      const status = statusOf(item.languages.get(id))
      return status ? [{ language: key, status, isOutdated: false }] : []
    }),
    matched: [],
    createdAt: formatTime(item.createdAt),
    updatedAt: formatTime(Math.max(item.createdAt, ...updated)),
    publishedAt: timeOf(state?.publishedAt ?? null),
    lastPublishedAt: timeOf(state?.lastPublishedAt ?? null),
    archivedAt: timeOf(item.archivedAt),
    deletedAt: timeOf(item.deletedAt),
    cells: {},
  }
}
