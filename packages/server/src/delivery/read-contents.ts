/** The two reads of the API: a list, and one item by its id. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Dependencies } from '../changes/tags.ts'
import type { RawQuery } from '../query/parameters.ts'
import { parseItemQuery, parseListQuery } from '../query/parse.ts'
import type { ItemQuery, Selection, Shape, Sight } from '../query/tree.ts'
import type { KeyRecord } from '../store/records.ts'
import {
  itemVersion,
  type Entry,
  type MediaEnd,
  type Reading,
  type Side,
} from '../store/reading.ts'
import type { Store } from '../store/store.ts'
import type { DocumentCache } from './document-cache.ts'
import { gather, type Gathered, type Gathering, type Wanted } from './gather.ts'
import { renderer } from './render.ts'
import { shows, viewOf, type View } from './view.ts'

export interface Delivery {
  readonly store: Store
  readonly documents: DocumentCache
  /** Public address of media files, without a slash at its end. */
  readonly assetsUrl: string
  readonly maxResponseBytes?: number
}

export interface ContentsRequest {
  readonly key: Pick<KeyRecord, 'reads' | 'spaceIds'>
  readonly schema: Schema
  readonly query: RawQuery
}

export interface ReadReply {
  /** Ready JSON text. */
  readonly body: string
  /** Id of the one document that the answer is about. */
  readonly version?: string
  /** Plain words about what was ignored. */
  readonly detail?: string
  /** What the answer depends on, where it may be kept. */
  readonly dependencies?: Dependencies
}

const defaultMaxResponseBytes = 5_000_000

export async function listContents(
  delivery: Delivery,
  request: ContentsRequest,
): Promise<ReadReply> {
  const { query, ignored } = parseListQuery(request)
  const { selection, shape, limit, offset } = query
  const view = viewOf(shape.select, shape.formats)
  return delivery.store.read(async ({ reading }) => {
    const { entries, total } = await reading.page(selection, { limit, offset })
    const wanted = entries.map((entry) => ({ entry, view }))
    const gathered = await gather(
      wanted,
      gathering(delivery, request, reading, selection.sight, shape),
    )
    const render = renderer(gathered)
    const data = entries.map(({ itemId }) => render(itemId, view)).join(',')
    const body = `{"total":${total},"offset":${offset},"limit":${limit},"data":[${data}]}`
    const dependencies = dependenciesOf(request, selection, gathered, selection.dependsOn)
    return { body, ...dependencies, ...detailOf(ignored) }
  })
}

export async function getContent(
  delivery: Delivery,
  request: ContentsRequest & { readonly id: string },
): Promise<ReadReply> {
  const { query, ignored } = parseItemQuery(request)
  const { selection, shape } = query
  const id = /^[1-9]\d{0,15}$/.test(request.id) ? Number(request.id) : 0
  const view = viewOf(shape.select, shape.formats)
  return delivery.store.read(async ({ reading }) => {
    const known = delivery.documents.knownOf(id, request.schema.root.version)
    const [entry] = id > 0 ? await reading.entries(selection.sight, [id], known) : []
    if (!entry) throw new Refusal('notFound', 'there is no such content')
    const sides = sidesIn(query, view)
    const neighbours = sides.length > 0 ? await reading.neighbours(selection, id, sides) : {}
    const around = sides.map((side) => ({ side, view: viewOfSide(side, view) }))
    const wanted: Wanted[] = [{ entry, view }]
    for (const { side, view: sideView } of around) {
      const neighbour = neighbours[side]
      if (neighbour) wanted.push({ entry: neighbour, view: sideView })
    }
    const gathered = await gather(
      wanted,
      gathering(delivery, request, reading, selection.sight, shape),
    )
    const render = renderer(gathered)
    const extras = around.map(({ side, view: sideView }) => {
      const neighbour = neighbours[side]
      return `"_${side}":${neighbour ? render(neighbour.itemId, sideView) : 'null'}`
    })
    if (query.include.has('_langs') && shows(view, '_langs') === 'whole') {
      extras.push(`"_langs":${languagesOf(entry, request.schema)}`)
    }
    const body = withExtras(render(id, view), extras)
    const deciding = sides.length > 0 ? selection.dependsOn : []
    const dependencies = dependenciesOf(request, selection, gathered, deciding)
    const version = await versionOf(entry, request, reading)
    return { body, version, ...dependencies, ...detailOf(ignored) }
  })
}

/** Nobody keeps what a draft key reads. */
function dependenciesOf(
  { key, schema }: ContentsRequest,
  { sight }: Selection,
  gathered: Gathered,
  memberModels: readonly number[],
): { dependencies?: Dependencies } {
  if (key.reads === 'draft') return {}
  const scopes = sight.scopes.map(({ scope }) => scope)
  return { dependencies: { rootId: schema.root.id, scopes, memberModels, ...gathered.asked } }
}

function gathering(
  { documents, assetsUrl, maxResponseBytes = defaultMaxResponseBytes }: Delivery,
  { schema }: ContentsRequest,
  reading: Reading,
  sight: Sight,
  { depth, languageId }: Shape,
): Gathering {
  return {
    reading,
    documents,
    schema,
    sight,
    depth,
    languageId,
    maxBytes: maxResponseBytes,
    mediaText: (id, media) => mediaText(assetsUrl, id, media),
  }
}

function mediaText(assetsUrl: string, id: number, { spaceId, filename, alt }: MediaEnd): string {
  const url = `${assetsUrl}/spaces/${spaceId}/media/${id}/_/${encodeURIComponent(filename)}`
  return JSON.stringify({ url, alt })
}

function sidesIn({ include }: ItemQuery, view: View): Side[] {
  const sides: Side[] = ['prev', 'next']
  return sides.filter((side) => include.has(`_${side}`) && shows(view, `_${side}`) !== 'not')
}

/** A neighbour is shown as the item is, by those names of `select` that begin with its own. */
function viewOfSide(side: Side, view: View): View {
  if (view.select === null) return view
  return viewOf(view.select.get(`_${side}`) ?? null, view.formats)
}

function languagesOf({ scope, languageMask }: Entry, { root }: Schema): string {
  const current = root.languages.find(({ id }) => id === Math.floor(scope / 2))
  const available = root.languages.filter(
    ({ bit }) => Math.floor(languageMask / 2 ** bit) % 2 === 1,
  )
  return JSON.stringify({ current: current?.key, available: available.map(({ key }) => key) })
}

/**
 * What If-Match compares. A draft key writes: its version stands for all languages, because a PUT
 * replaces all of them. A published key's answer may be cached and knows nothing of other languages.
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

function withExtras(object: string, extras: readonly string[]): string {
  if (extras.length === 0) return object
  const start = object.slice(0, -1)
  return `${start}${start === '{' ? '' : ','}${extras.join(',')}}`
}

function detailOf(ignored: readonly string[]): { detail?: string } {
  if (ignored.length === 0) return {}
  const names = ignored.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 64)))
  return { detail: `order ignores names that nothing has: ${names.join(', ')}` }
}
