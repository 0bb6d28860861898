/** Lists of content: the list of the API in the draft view, with additional data for Studio. */
import type { AdminQuery } from '@octavo/schema/admin/calls.ts'
import {
  mostIds,
  type ContentIds,
  type ContentList,
  type ContentRow,
} from '@octavo/schema/admin/contents.ts'
import type { TranslationState } from '@octavo/schema/choices.ts'
import type { Language, Model } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Snapshots } from '../../store/cache/snapshots.ts'
import { parseExactJson } from '../../fields/exact-json.ts'
import { listContents, type Delivery } from '../../delivery/read-contents.ts'
import { releaseBuffer } from '../../delivery/render.ts'
import { locate, targetModels } from '../../query/locate.ts'
import type { RawQuery } from '../../query/parameters.ts'
import { parseListQuery } from '../../query/parse.ts'
import { systemNames } from '../../query/system-properties.ts'
import { withCondition, type Condition, type Selection } from '../../query/tree.ts'
import { createPace } from '../../scheduling/turns.ts'
import type { ReadTransaction, Store } from '../../store/store.ts'
import type { ItemLanguageStatus } from '../../store/studio-reads.ts'
import type { AdminCall } from '../api.ts'
import { inactiveQuery, listInactive } from './inactive.ts'
import { shortened } from './cells.ts'
import {
  keyOf,
  matchedLanguages,
  matchesAnywhere,
  searchIn,
  withoutSearch,
  type Search,
} from './search.ts'
import { rowPlans } from './shown-schedules.ts'

/** Higher than the limit of the API: one long text must not prevent a list from opening. */
const largestList = 64 * 1024 * 1024

/** Dependencies of lists. */
export interface Listing extends Delivery {
  readonly store: Store
  readonly snapshots: Snapshots
}

const ownParameters = [
  'state',
  'review_by',
  'translation',
  'columns',
  'select',
  'depth',
  'include',
  'lang_fallback',
  'contains_in',
]

type ListCall = AdminCall<AdminQuery<'listContents'>>

/** `today` is the date in UTC. */
export function listFor(delivery: Listing, call: ListCall, today: string): Promise<ContentList> {
  const { state } = call.query
  return state === 'archived' || state === 'trash'
    ? listInactive(delivery.store, call, state)
    : listActive(delivery, call, today)
}

/** The ids of all items that a list matches, up to the limit for bulk changes. */
export async function idsFor(
  delivery: Listing,
  call: ListCall,
  today: string,
): Promise<ContentIds> {
  const { state } = call.query
  const query = call.sentQuery.filter(
    ([name]) => !ownParameters.includes(name) && name !== 'limit' && name !== 'offset',
  )
  if (state === 'archived' || state === 'trash') {
    const { filter } = inactiveQuery(call.root, query, state)
    return delivery.store.read(
      (tx) => tx.studio.inactiveItems(filter, { limit: mostIds, offset: 0 }),
      call.reader,
    )
  }
  const search = searchOf(call, query)
  const { selection } = parseListQuery({
    key: keyOf(call.root),
    schema: call.root.schema,
    query: [...withoutSearch(query, search), ['lang_fallback', call.query.lang_fallback]],
  }).query
  return delivery.store.read(async (tx) => {
    const conditions = await conditionsOf(tx, call, { search, today, selection: () => selection })
    const narrowed = conditions.reduce(withCondition, selection)
    const page = await tx.reading.page(narrowed, { limit: mostIds, offset: 0 })
    return { total: page.total ?? 0, ids: page.entries.map(({ itemId }) => itemId) }
  }, call.reader)
}

async function listActive(delivery: Listing, call: ListCall, today: string): Promise<ContentList> {
  const { schema } = call.root
  const { lang, columns: names, model = '' } = call.query
  const sent = call.sentQuery.filter(([name]) => !ownParameters.includes(name))
  const search = searchOf(call, sent)
  const query: RawQuery = [
    ...withoutSearch(sent, search),
    ['lang_fallback', call.query.lang_fallback],
    ['select', [...systemNames, ...selected(names, modelsIn(model, schema), schema)].join(',')],
    ...names.map((name) => [`${name}[format]`, 'text'] as const),
  ]
  const selection = () => parseListQuery({ key: keyOf(call.root), schema, query }).query.selection
  const conditions = await delivery.store.read(
    (tx) => conditionsOf(tx, call, { search, today, selection }),
    call.reader,
  )
  const wide = { ...delivery, maxResponseBytes: largestList }
  const key = keyOf(call.root)
  const places: Place[] = []
  const onItem = (...place: Place): void => void places.push(place)
  const list = await delivery.snapshots.read(
    (reading) => listContents(wide, { key, schema, reading, query, conditions, onItem }),
    call.reader,
  )
  const body = await list.body()
  const { page, data } = await parsedList(body, places, names)
  releaseBuffer(body)
  const ids = data.map(({ _id: id }) => id)
  const [statuses, outdated, plans, matched] = await delivery.store.read(
    async (tx) =>
      [
        await tx.studio.languageStatuses(ids),
        await tx.studio.outdatedTranslations(ids, schema.mainLanguage.id),
        await rowPlans(tx, schema, ids),
        await matchedLanguages(tx, search, ids),
      ] as const,
    call.reader,
  )
  const isOutdated = ({ itemId, languageId }: ItemLanguageStatus): boolean =>
    outdated.some((one) => one.itemId === itemId && one.languageId === languageId)
  const marked = statuses.map((one) => ({ ...one, isOutdated: isOutdated(one) }))
  const statusesOf = Map.groupBy(marked, ({ itemId }) => itemId)
  const language = schema.languageByKey.get(lang ?? '') ?? schema.mainLanguage
  const rows = data.map((item) => {
    const row = rowOf(item, statusesOf, { language, schema })
    return { ...row, ...plans(row.id), matched: matched.get(row.id) ?? [] }
  })
  return { ...page, rows }
}

function searchOf({ root, query }: ListCall, sent: RawQuery): Search | undefined {
  return query.contains_in === 'all' ? searchIn(root, sent) : undefined
}

interface ListRequest {
  search: Search | undefined
  today: string
  selection: () => Selection
}

/** The conditions of a list that the query of the API cannot express. */
async function conditionsOf(
  tx: ReadTransaction,
  call: ListCall,
  { search, today, selection }: ListRequest,
): Promise<Condition[]> {
  const { root, query } = call
  const filter = { rootId: root.schema.root.id, spaceIds: root.spaceIds }
  const conditions: Condition[] = []
  // The items that are due first if there are too many.
  if (query.state === 'scheduled') {
    conditions.push({ kind: 'id', ids: await tx.schedules.itemIds(filter, mostIds) })
  }
  if (query.state === 'review') {
    const until = query.review_by ?? today
    const reviews = await tx.reviews.due({ ...filter, until }, mostIds)
    conditions.push({ kind: 'id', ids: reviews.map(({ itemId }) => itemId) })
  }
  if (query.translation !== undefined) {
    conditions.push(await translationCondition(tx, call, query.translation, selection()))
  }
  if (search) conditions.push(...(await matchesAnywhere(tx, search)))
  return conditions
}

async function translationCondition(
  tx: ReadTransaction,
  { root: { schema }, query }: ListCall,
  state: TranslationState,
  { modelIds, spaceIds }: Selection,
): Promise<Condition> {
  const language = schema.languageByKey.get(query.lang ?? '')
  if (!language || language.id === schema.mainLanguage.id)
    throw new Refusal('badRequest', [problemAt('translation', say('notTranslated'))])
  if (state === 'missing') return { kind: 'lacks', language: 2 ** language.bit }
  const filter = { originalId: schema.mainLanguage.id, languageId: language.id, modelIds, spaceIds }
  return { kind: 'id', ids: await tx.studio.outdatedItems(filter, mostIds) }
}

/** Start and end of an item in the body. */
type Place = [number, number]

/** Parses one item after the other, because a list of long texts has many megabytes. */
async function parsedList(
  body: Buffer,
  places: readonly Place[],
  names: readonly string[],
): Promise<{ page: Omit<ListBody, 'data'>; data: ListedItem[] }> {
  const pace = createPace()
  const data: ListedItem[] = []
  for (const [start, end] of places) {
    data.push(listedItem(parseExactJson(body.toString('utf8', start, end)) as SentItem, names))
    const pause = pace.after(end - start)
    if (pause) await pause
  }
  const [first] = places
  const head = first ? `${body.toString('utf8', 0, first[0])}]}` : body.toString()
  const { data: _data, ...page } = JSON.parse(head) as ListBody
  return { page, data }
}

function listedItem(item: SentItem, names: readonly string[]): ListedItem {
  const { _id, _model, _space, _title, _created_at, _updated_at } = item
  const { _published_at, _last_published_at } = item
  const cells = Object.fromEntries(names.map((name) => [name, shortened(valueAt(item, name))]))
  return {
    _id,
    _model,
    _title,
    _created_at,
    _updated_at,
    _published_at,
    _last_published_at,
    ...(_space !== undefined && { _space }),
    cells,
  }
}

interface ListedItem {
  _id: number
  _model: string
  _space?: string
  _title: string
  _created_at: string
  _updated_at: string
  _published_at: string | null
  _last_published_at: string | null
  /** Short forms of the values of the columns. */
  cells: Record<string, unknown>
}

/** An item of the API. */
type SentItem = Omit<ListedItem, 'cells'> & Record<string, unknown>

interface ListBody {
  total: number
  offset: number
  limit: number
  data: unknown[]
}

type MarkedStatus = ItemLanguageStatus & { isOutdated: boolean }

function rowOf(
  item: ListedItem,
  statusesOf: ReadonlyMap<number, readonly MarkedStatus[]>,
  { language, schema }: { language: Language; schema: Schema },
): Omit<ContentRow, 'schedules' | 'reviewBy' | 'matched'> {
  const { _id: id, _model: model, _space: space = parentSpaceLuid, _title: title } = item
  const { _created_at: createdAt, _updated_at: updatedAt } = item
  const { _published_at: publishedAt, _last_published_at: lastPublishedAt } = item
  const statuses = statusesOf.get(id) ?? []
  const statusById = new Map(statuses.map((row) => [row.languageId, row]))
  const shown = statusById.has(language.id) ? language : schema.mainLanguage
  return {
    id,
    model,
    space,
    title,
    status: statusById.get(language.id)?.status ?? null,
    language: shown.key,
    languages: schema.root.languages.flatMap((one) => {
      const own = statusById.get(one.id)
      return own ? [{ language: one.key, status: own.status, isOutdated: own.isOutdated }] : []
    }),
    createdAt,
    updatedAt,
    publishedAt,
    lastPublishedAt,
    archivedAt: null,
    deletedAt: null,
    cells: item.cells,
  }
}

function valueAt(item: SentItem, name: string): unknown {
  return name.split('.').reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null
    return (value as Record<string, unknown>)[part]
  }, item)
}

function modelsIn(luids: string, schema: Schema): readonly Model[] {
  const named = luids.split(',').flatMap((luid) => schema.modelByLuid.get(luid) ?? [])
  return named.length > 0 ? named : schema.root.models
}

/** For a reference, selects only the properties that identify it. */
function selected(names: readonly string[], models: readonly Model[], schema: Schema): string[] {
  return names.flatMap((name) => {
    const isReference = models.some((model) => {
      const located = locate(model, name.split('.'), schema)
      return located?.kind === 'field' && targetModels(located.field) !== undefined
    })
    return isReference ? [`${name}._id`, `${name}._title`, `${name}._model`] : [name]
  })
}
