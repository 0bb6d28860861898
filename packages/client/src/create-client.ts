import { walk, type Row, type WalkOptions } from './all.ts'
import { follow, type FollowOptions } from './changes.ts'
import type { Client } from './client.ts'
import { OctavoError } from './errors.ts'
import { matchHeader, storeEtag } from './etags.ts'
import { createLive } from './live.ts'
import { mediaReads } from './media.ts'
import { queryOf, type ReadOptions } from './query.ts'
import { storeTags, tagsOf } from './tags.ts'
import { createTransport, type Transport, type TransportOptions } from './transport.ts'
import type { ChangeEvent, Receive } from './types/changes.ts'
import type { Page } from './types/item.ts'
import type { MediaReads } from './types/media.ts'
import type { Uploaded, Written } from './types/options.ts'
import type { SpaceShape } from './types/space.ts'
import { randomName, sendUpload, type UploadSource } from './upload.ts'
import { writeBody, writeQuery, writtenIn, type WriteOptions } from './write.ts'

/** Options of `createClient`. */
export type ClientOptions = TransportOptions

interface Signalled {
  readonly signal?: AbortSignal
}

/**
 * Creates a client for one space. `Schema` is the type that `octavo typegen` writes. Without it,
 * everything compiles, and values are `unknown`.
 *
 * @example
 * ```ts
 * const client = createClient<Schema>({ url, key })
 * const { data } = await client.list({ model: 'article' })
 * ```
 */
export function createClient<S extends SpaceShape = SpaceShape>(options: ClientOptions): Client<S> {
  const transport = createTransport(options)
  const live = createLive(options)
  const untyped: Untyped = {
    list: (read = {}) => list(transport, read),
    all: (read = {}) => walk((page) => list(transport, page), read),
    get: (id, read = {}) => get(transport, id, read),
    create: (data) => write(transport, 'POST', '/contents', data),
    replace: (id, data) => write(transport, 'PUT', `/contents/${id}`, data),
    patch: (id, data) => write(transport, 'PATCH', `/contents/${id}`, data),
    delete: (id, data = {}) => write(transport, 'DELETE', `/contents/${id}`, data),
    duplicate: (id, data = {}) => write(transport, 'POST', `/contents/${id}/duplicate`, data),
    addDraft: (id, data = {}) => write(transport, 'POST', `/contents/${id}/drafts`, data),
    upload: (source, data = {}) => upload(transport, options, source, data),
    media: mediaReads(transport),
    deleteMedia: (id, data = {}) => write(transport, 'DELETE', `/media/${id}`, data),
    changes: (follower = {}) => follow(options, follower),
    live: ({ id, ...query }, receive) => {
      const read = (signal: AbortSignal): Promise<Page<Row> | Row> => {
        const given = { ...query, cacheTags: true, signal }
        return id === undefined ? list(transport, given) : get(transport, id, given)
      }
      const isPlanned = query.release !== undefined || query.at !== undefined
      return live(read, receive, { isPlanned })
    },
  }
  // The types describe the responses of the server; tests check that they match.
  return untyped as unknown as Client<S>
}

/** The client without the types of a space. */
interface Untyped {
  list(options?: ReadOptions & Signalled): Promise<Page<Row>>
  all(options?: WalkOptions & Signalled): AsyncGenerator<Row>
  get(id: number, options?: ReadOptions & Signalled): Promise<Row>
  create(data: WriteOptions): Promise<Written>
  replace(id: number, data: WriteOptions): Promise<Written>
  patch(id: number, data: WriteOptions): Promise<Written>
  delete(id: number, options?: WriteOptions): Promise<Written>
  duplicate(id: number, options?: WriteOptions): Promise<Written>
  addDraft(id: number, data?: WriteOptions): Promise<Written>
  upload(source: UploadSource, options?: UploadSettings): Promise<Uploaded>
  readonly media: MediaReads<SpaceShape>
  deleteMedia(id: number, options?: WriteOptions): Promise<Written>
  changes(options?: FollowOptions): AsyncGenerator<ChangeEvent>
  live(query: ReadOptions & { readonly id?: number }, receive: Receive<Page<Row> | Row>): () => void
}

async function list(transport: Transport, options: ReadOptions & Signalled): Promise<Page<Row>> {
  const { body, headers } = await transport({
    method: 'GET',
    path: '/contents',
    query: queryOf(options),
    isRepeatable: true,
    signal: options.signal,
  })
  const page = body as Page<Row>
  storeTags(page, headers)
  const tags = tagsOf(page)
  // Not enumerable, so that the page is otherwise as the server returned it.
  if (tags) Object.defineProperty(page, 'tags', { value: tags })
  return page
}

async function get(
  transport: Transport,
  id: number,
  options: ReadOptions & Signalled,
): Promise<Row> {
  const { model, select } = options
  const selected = model !== undefined && select ? { ...select, _model: true as const } : select
  const { body, headers } = await transport({
    method: 'GET',
    path: `/contents/${id}`,
    query: queryOf(selected ? { ...options, select: selected } : options),
    isRepeatable: true,
    signal: options.signal,
  })
  const item = body as Row
  const found = String(item['_model'])
  // The API uses `model` only for the neighbours, but the types of the caller rely on it.
  if (model !== undefined && ![model].flat().includes(found)) {
    const detail = `item ${id} has the model ${found}`
    throw new OctavoError({ status: 404, code: 'Not Found', detail })
  }
  if (selected !== select && select?.['_model'] === undefined) delete item['_model']
  storeEtag(item, headers)
  storeTags(item, headers)
  return item
}

async function write(
  transport: Transport,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: WriteOptions,
): Promise<Written> {
  const isOnce = method === 'POST'
  const { idempotencyKey = isOnce ? randomName() : undefined } = options
  const json = method === 'DELETE' ? undefined : writeBody(options)
  const { body } = await transport({
    method,
    path,
    query: writeQuery(options),
    headers: {
      ...matchHeader(options.ifMatch),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(json !== undefined && { json }),
    isRepeatable: isOnce,
    signal: options.signal,
  })
  return writtenIn(body)
}

interface UploadSettings extends Signalled {
  readonly space?: string
  readonly filename?: string
  readonly alt?: string | Readonly<Record<string, string>>
  readonly folder?: string
  readonly tags?: readonly string[]
  readonly idempotencyKey?: string
  readonly onProgress?: (progress: { sent: number; total: number | undefined }) => void
}

async function upload(
  transport: Transport,
  options: TransportOptions,
  source: UploadSource,
  settings: UploadSettings,
): Promise<Uploaded> {
  const { space, filename, alt, folder, tags, onProgress, signal } = settings
  const { idempotencyKey = randomName() } = settings
  const query = new URLSearchParams()
  if (folder !== undefined) query.set('folder', folder)
  if (tags && tags.length > 0) query.set('tags', tags.join(','))
  if (space !== undefined) query.set('space', space)
  if (typeof alt === 'string') query.set('alt', alt)
  else for (const [language, text] of Object.entries(alt ?? {})) query.set(`alt[${language}]`, text)
  const name = filename ?? (source instanceof Blob && 'name' in source ? String(source.name) : '')
  if (name === '')
    throw new TypeError('upload: filename is required for a Blob or stream without a name')
  const request = { source, filename: name, query, idempotencyKey, onProgress, signal }
  const { body, headers } = await sendUpload(transport, options, request)
  return { ...writtenIn(body), url: headers.get('location') ?? '' }
}
