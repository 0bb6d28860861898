/** The two reads of the content API: a list, and one item by id. */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Dependencies } from '../changes/tags.ts'
import { mediaBytes } from '../media/asset-url.ts'
import { parseItemQuery, parseListQuery, type Parsed, type ReadRequest } from '../query/parse.ts'
import { writeCursor } from '../query/cursor.ts'
import {
  withCondition,
  type Condition,
  type ItemQuery,
  type ListQuery,
  type Shape,
  type Visibility,
} from '../query/tree.ts'
import { itemVersion, type Entry, type Page, type Reading, type Side } from '../store/reading.ts'
import type { DocumentCache } from './document-cache.ts'
import { shownFacets } from './facets.ts'
import {
  defaultMaxResponseBytes,
  gather,
  type Gathered,
  type Gathering,
  type RequestedEntry,
} from './gather.ts'
import { createScheduler } from '../scheduling/scheduler.ts'
import { createPace, nextTurn } from '../scheduling/turns.ts'
import { settleAll } from '../store/settle-all.ts'
import { renderer } from './render.ts'
import { shows, viewOf, type View } from '../query/view.ts'

export interface Delivery {
  readonly documents: DocumentCache
  /** Public URL of media files, without a trailing slash. */
  readonly assetsUrl: string
  readonly maxResponseBytes?: number
  /** Throws until all items have the keys that every operator reads. */
  readonly requireKeys?: (reading: Reading) => Promise<void>
}

export interface ContentsRequest extends ReadRequest {
  /** Must see the same state as the schema. */
  readonly reading: Reading
  /** Conditions of a list in addition to those of the query. */
  readonly conditions?: readonly Condition[]
  /** Called for each item of a list with its place in the body. */
  readonly onItem?: (start: number, end: number) => void
  /** The version of an item that a release changes. */
  readonly plannedVersion?: (itemId: number) => Promise<string | undefined>
}

export interface ReadReply {
  /** Renders the JSON, once. A read may be repeated, so its result is rendered only when it is known to be valid. */
  readonly body: () => Promise<Buffer>
  /** Changes whenever the bytes change. */
  readonly fingerprint: string
  /** Version of the item, for a response with a single item. */
  readonly version?: string
  /** A message about ignored parameters. */
  readonly detail?: string | undefined
  /** Dependencies of the response, if it may be cached or the client requests its tags. */
  readonly dependencies?: Dependencies
  /** Whether the client requests the tags of the response. */
  readonly hasTags?: boolean
}

export async function listContents(
  delivery: Delivery,
  request: ContentsRequest,
  { query, detail, needsAllKeys }: Parsed<ListQuery> = parseListQuery(request),
): Promise<ReadReply> {
  if (needsAllKeys) await delivery.requireKeys?.(request.reading)
  const selection = (request.conditions ?? []).reduce(withCondition, query.selection)
  const { shape, limit, offset, cursor, hasTotal } = query
  const { view } = shape
  const after = cursor ? { after: cursor.after } : {}
  const window = { limit, offset, ...after, hasTotal, wantsBodies: true }
  const page = await request.reading.page(selection, window)
  const { entries } = page
  const facets = await facetsOf(query, request.reading)
  // Otherwise requests that share one page would all be rendered in one turn of the event loop.
  if (entries.length > longPage) await nextTurn('long')
  const wanted = entries.map((entry) => ({ entry, view }))
  const work = gathering(delivery, request, selection.visibility, shape)
  const gathered = await gather(wanted, work)
  const head = JSON.stringify({ ...envelopeOf(query, page), ...facets })
  const start = `${head.slice(0, -1)},"data":[`
  const commas = Math.max(0, entries.length - 1)
  const body = (): Promise<Buffer> =>
    inTurnIfLong(gathered.bytes, request.schema.root.id, async () => {
      let place = Buffer.byteLength(start)
      const writer = renderer(gathered, place + commas + 2)
      writer.json(start)
      for (const [index, { itemId }] of entries.entries()) {
        if (index > 0) writer.text(',')
        const bytes = writer.item(itemId, view)
        request.onItem?.(place, place + bytes)
        place += bytes + 1
        const pause = work.pace.after(bytes / copiedPerParsed)
        if (pause) await pause
      }
      writer.text(']}')
      return writer.bytes()
    })
  const fingerprint = `${head} ${gathered.fingerprint()}`
  const deciding = query.facets?.dependsOn ?? selection.dependsOn
  const dependencies = dependenciesOf(request, query, gathered, deciding)
  return { body, fingerprint, ...dependencies, detail }
}

/** The properties of a list besides its items, in order. */
function envelopeOf({ selection, limit, offset, cursor, hasTotal }: ListQuery, page: Page): object {
  const { total, next } = page
  return {
    ...(hasTotal && { total }),
    ...(!cursor && { offset }),
    limit,
    ...(cursor && { next_cursor: next ? writeCursor(cursor.list, selection.order, next) : null }),
  }
}

async function facetsOf({ selection, facets }: ListQuery, reading: Reading): Promise<object> {
  if (!facets) return {}
  const results = await reading.facets(selection, facets.facets, facets.dependsOn)
  return { facets: shownFacets(facets.facets, results) }
}

/** Bytes. */
const longResponse = 512 * 1024
const concurrency = 4

const scheduler = createScheduler({ running: { total: concurrency } })

/**
 * Renders long responses a few at a time; root spaces take turns. One processor renders them no faster at once,
 * and their memory would be in use before the first of them is sent.
 */
export async function inTurnIfLong<T>(
  bytes: number,
  rootId: number,
  render: () => T | Promise<T>,
): Promise<T> {
  if (bytes <= longResponse) return render()
  return scheduler.run({ group: rootId }, async () => render())
}

/** In items. Rendering fewer takes no longer than waiting for a turn of the event loop. */
const longPage = 50

/** Copying bytes is this many times faster than parsing them. */
const copiedPerParsed = 4

export async function getContent(
  delivery: Delivery,
  request: ContentsRequest,
  givenId: string,
  { query, detail, needsAllKeys }: Parsed<ItemQuery> = parseItemQuery(request),
): Promise<ReadReply> {
  if (needsAllKeys) await delivery.requireKeys?.(request.reading)
  const { selection, shape } = query
  const { reading } = request
  const id = /^[1-9]\d{0,15}$/.test(givenId) ? Number(givenId) : 0
  const { view } = shape
  const { plannedVersion } = request
  const finding = id > 0 ? reading.entries(selection.visibility, [id]) : []
  const [[entry], planned] = plannedVersion
    ? await settleAll(Promise.resolve(finding), plannedVersion(id))
    : [await finding, undefined]
  if (!entry) throw new Refusal('notFound', say('noContent'))
  const sides = sidesIn(query, view)
  const neighbours = sides.length > 0 ? await reading.neighbours(selection, id, sides) : {}
  const shown: (RequestedEntry & { side?: Side })[] = [{ entry, view }]
  for (const side of sides) {
    const neighbour = neighbours[side]
    if (neighbour) shown.push({ entry: neighbour, view: viewOfSide(side, view), side })
  }
  const gathered = await gather(shown, gathering(delivery, request, selection.visibility, shape))
  const extras: Extra[] = sides.map((side) => ({
    name: `_${side}`,
    value: shown.find((one) => one.side === side) ?? 'null',
  }))
  if (query.include.has('_langs') && shows(view, '_langs') === 'whole') {
    extras.push({ name: '_langs', value: languagesOf(entry, request.schema) })
  }
  const body = (): Promise<Buffer> => Promise.resolve(withExtras({ entry, view }, extras, gathered))
  const deciding = sides.length > 0 ? selection.dependsOn : []
  const dependencies = dependenciesOf(request, query, gathered, deciding)
  const version = planned ?? (await versionOf(entry, request, reading))
  const ends = sides.map((side) => neighbours[side]?.itemId ?? 0).join(' ')
  const fingerprint = `${entry.languageMask} ${ends} ${gathered.fingerprint()}`
  return { body, fingerprint, version, ...dependencies, detail }
}

/**
 * Responses to draft keys are never cached, so they need dependencies only for their tags. Preliminary ones have
 * neither.
 */
function dependenciesOf(
  { key, schema }: ContentsRequest,
  { selection, hasTags }: Pick<ListQuery, 'selection' | 'hasTags'>,
  gathered: Gathered,
  memberModels: readonly number[],
): Pick<ReadReply, 'dependencies' | 'hasTags'> {
  if (gathered.isPreliminary || (key.reads === 'draft' && !hasTags)) return {}
  const scopes = selection.visibility.scopes.map(({ scope }) => scope)
  const dependencies = { rootId: schema.root.id, scopes, memberModels, ...gathered.dependencies() }
  return hasTags ? { dependencies, hasTags } : { dependencies }
}

function gathering(
  { documents, assetsUrl, maxResponseBytes = defaultMaxResponseBytes }: Delivery,
  { schema, reading }: ContentsRequest,
  visibility: Visibility,
  { depth, languageId, hasMediaDetails }: Shape,
): Gathering {
  return {
    reading,
    documents,
    schema,
    visibility,
    depth,
    languageId,
    hasMediaDetails,
    maxBytes: maxResponseBytes,
    pace: createPace(),
    mediaBytes: (id, media) => mediaBytes(assetsUrl, id, media),
  }
}

function sidesIn({ include }: ItemQuery, view: View): readonly Side[] {
  if (include.size === 0) return noSides
  const sides: Side[] = ['prev', 'next']
  return sides.filter((side) => include.has(`_${side}`) && shows(view, `_${side}`) !== 'not')
}

const noSides: readonly Side[] = []

/** A neighbour has the same view as the item, unless `select` names its properties. */
function viewOfSide(side: Side, view: View): View {
  if (view.select === null) return view
  return viewOf(view.select.get(`_${side}`) ?? null, view.formats, view.general)
}

function languagesOf({ scope, languageMask }: Entry, { root }: Schema): string {
  const current = root.languages.find(({ id }) => id === Math.floor(scope / 2))
  const available = root.languages.filter(
    ({ bit }) => Math.floor(languageMask / 2 ** bit) % 2 === 1,
  )
  return JSON.stringify({ current: current?.key, available: available.map(({ key }) => key) })
}

/**
 * The version that If-Match compares. For a draft key it covers all languages, because a PUT replaces all of
 * them. The response to a published key may be cached and does not depend on other languages.
 */
async function versionOf(
  entry: Entry,
  { key }: ContentsRequest,
  reading: Reading,
): Promise<string> {
  const { itemId, documentId, languageMask } = entry
  const isAlone = languageMask === 2 ** Math.floor(Math.log2(languageMask))
  const isWhole = key.reads === 'draft' && !isAlone
  const newest = isWhole ? await reading.newestDocument(itemId, 'draft') : documentId
  return itemVersion(key.reads, newest, languageMask)
}

/** A property besides those of the item: another item, or generated JSON in plain ASCII. */
interface Extra {
  readonly name: string
  readonly value: RequestedEntry | string
}

/** The item with properties added at the end. */
function withExtras(item: RequestedEntry, extras: readonly Extra[], gathered: Gathered): Buffer {
  if (extras.length === 0) {
    const alone = renderer(gathered, 0)
    alone.item(item.entry.itemId, item.view)
    return alone.bytes()
  }
  const ownBytes = extras.map(({ name, value }) => {
    return name.length + '"":'.length + (typeof value === 'string' ? value.length : 0)
  })
  const isEmpty = isEmptyObject(item, gathered)
  const commas = extras.length - (isEmpty ? 1 : 0)
  const writer = renderer(gathered, commas + ownBytes.reduce((sum, bytes) => sum + bytes, 0))
  writer.item(item.entry.itemId, item.view)
  writer.reopen()
  for (const [index, { name, value }] of extras.entries()) {
    writer.text(`${index === 0 && isEmpty ? '' : ','}"${name}":`)
    if (typeof value === 'string') writer.text(value)
    else writer.item(value.entry.itemId, value.view)
  }
  writer.text('}')
  return writer.bytes()
}

function isEmptyObject({ entry, view }: RequestedEntry, gathered: Gathered): boolean {
  const { bytes, holes } = gathered.template(entry.itemId, view)
  return bytes.length === '{}'.length && holes.length === 0
}
