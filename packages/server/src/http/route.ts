/** Handles requests of /v1. Checks key, permission, space and limit before it reads the body. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Readable } from 'node:stream'
import type { RootSettings } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { findKey, type KeyFault } from '../access/keys.ts'
import { limitHeaders, LimitExceeded, type Allowance, type Limits } from '../access/limits.ts'
import type { Added, QuotaCheck } from '../access/quotas.ts'
import type { UsageCounter } from '../access/usage.ts'
import type { ContentContext } from '../content/context.ts'
import { isRepeated } from '../content/idempotency.ts'
import { releaseBuffer } from '../delivery/render.ts'
import type { Snapshots } from '../store/cache/snapshots.ts'
import { leastBytes } from '../media/sent-file.ts'
import { defaultQueryTimeout, type Reader } from '../store/reader.ts'
import type { Reading, Snapshot } from '../store/reading.ts'
import { withClientAddress } from '../store/client-address.ts'
import type { KeyRecord } from '../store/records.ts'
import type { Access, ApiRequest, Reply, Route } from './api.ts'
import { parseJson, readBody } from './body.ts'
import type { Clients } from './clients.ts'
import { keyHeader, notShared, type Caching, type Sharing } from './caching.ts'
import { DetailedError, detailHeader, headerText } from './error-reply.ts'
import { encode, encodingFor, etagOf, isNotModified, renderedBody } from './representation.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { maxUrlLength, readQuery, urlTooLong } from './query-string.ts'
import { tagHeaders } from './surrogate.ts'

export interface ApiDeps extends ContentContext {
  readonly snapshots: Snapshots
  readonly limits: Limits
  readonly caching: Caching
  readonly clients: Clients
  readonly usage: UsageCounter
  readonly quotas: QuotaCheck
  /** Time for a read, in milliseconds. */
  readonly queryTimeout?: number
}

export const apiPath = '/v1'

export function apiEndpoints(routes: readonly Route[], deps: ApiDeps): Endpoint[] {
  return routes.map((route) => {
    const { caching, clients } = deps
    const isStream = route.isStream === true
    return {
      method: route.method,
      path: apiPath + route.path,
      callers: route.access,
      isOpen: true,
      // Uploads are streams.
      isInFastLane: !isStream && route.access !== 'write media',
      ...(route.method === 'GET' && !isStream && { ready: caching.ready }),
      handle: (request) =>
        clients.run(request, keyTextOf(request), () =>
          isStream
            ? respond(route, request, deps, { ...notShared, isGone: () => request.isGone() })
            : caching.share(request, (sharing) => respond(route, request, deps, sharing)),
        ),
    }
  })
}

interface Caller {
  key: KeyRecord
  schema: Schema
}

async function respond(
  route: Route,
  request: HttpRequest,
  deps: ApiDeps,
  sharing: Sharing,
): Promise<HttpReply> {
  const kind = route.method === 'GET' ? 'reads' : 'writes'
  const { queryTimeout = defaultQueryTimeout } = deps
  const deadline = performance.now() + queryTimeout
  const reader: Reader = { rootId: 0, caller: '', deadline, isGone: sharing.isGone }
  let caller: Caller | undefined
  let allowance: Allowance | undefined
  let counted: (Caller & { end: Promise<void> }) | undefined

  async function count({ key, schema }: Caller): Promise<void> {
    const name = request.headers['idempotency-key']
    if (isBound(schema.root.settings)) {
      await deps.quotas.require(schema.root, addedBy(route, request), async () =>
        // Only POST supports the Idempotency-Key.
        route.method === 'POST' && typeof name === 'string'
          ? isRepeated(deps, { keyId: key.id, name })
          : false,
      )
    }
    allowance = await deps.limits.count(key, kind)
    if (allowance?.isExceeded) throw new LimitExceeded(allowance)
    deps.usage.count(key, kind)
  }

  /** Counts a request once, even if its read is repeated, unless the key or schema has changed meanwhile. */
  function countOnce(by: Caller): Promise<void> {
    const isSame = counted?.key === by.key && counted.schema === by.schema
    if (!counted || !isSame) counted = { ...by, end: count(by) }
    return counted.end
  }

  async function callIn(snapshot: Snapshot): Promise<ApiRequest> {
    caller = undefined
    caller = await identify(request, snapshot, deps)
    reader.rootId = caller.key.rootId
    reader.caller = `key ${caller.key.id}`
    if (caller.key.reads === 'draft') sharing.release()
    requirePermission(caller.key, route.access)
    const call = new Call(request, caller, snapshot, reader)
    route.authorise?.(call)
    // Before any expensive work.
    await countOnce(caller)
    return call
  }

  const write = (call: ApiRequest): Promise<Reply> =>
    withClientAddress(request.address, () => route.handle(call))

  try {
    // Write routes read content in their own transaction.
    const reply =
      kind === 'reads'
        ? await deps.snapshots.read(async (one) => route.handle(await callIn(one)), reader)
        : await write(await deps.snapshots.read(callIn))
    if (reply.stream) return streamReply(request, await reply.stream(), allowance)
    return await successReply(request, caller, reply, allowance, sharing)
  } catch (error) {
    if (!caller) {
      deps.clients.removeOwner(keyTextOf(request))
      throw error
    }
    deps.usage.count(caller.key, 'errors')
    // An error here must not hide the original one.
    allowance ??= await deps.limits.peek(caller.key, kind).catch(() => undefined)
    throw new DetailedError(error, { headers: limitHeaders(allowance) })
  }
}

/** Whether the root space may reject requests. Most have no quotas and are not suspended. */
function isBound({ suspension, quotas }: RootSettings): boolean {
  return suspension !== null || (quotas.items ?? quotas.mediaBytes ?? quotas.requests) !== null
}

/** For a file, its minimum size by Content-Length. The exact size is checked when the file is stored. */
function addedBy({ creates }: Route, { headers }: HttpRequest): Added {
  if (creates === 'item') return { items: 1, mediaBytes: 0 }
  return { items: 0, mediaBytes: creates === 'media' ? leastBytes(headers['content-length']) : 0 }
}

function keyTextOf({ headers }: HttpRequest): string | undefined {
  const text = headers[keyHeader]
  return typeof text === 'string' ? text : undefined
}

async function identify(
  request: HttpRequest,
  snapshot: Snapshot,
  { now, clients }: ApiDeps,
): Promise<Caller> {
  const text = keyTextOf(request)
  if (text === undefined) throw new Refusal('unauthorized', missingKey(request))
  const verified = clients.keyOf(text)
  let key: KeyRecord | KeyFault | undefined = verified && (await snapshot.key(verified.id))
  // Every change of a key replaces its record. Only the time can make an unchanged key invalid.
  if (!verified || key !== verified || (verified.expiresAt ?? Infinity) <= now()) {
    key = await findKey(snapshot, text, now())
    if (typeof key === 'string') throw new Refusal('unauthorized', keyFaults[key])
    clients.setOwner(text, { name: `key ${key.id}`, key })
  }
  return { key, schema: await snapshot.schema(key.rootId) }
}

const keyFaults: Record<KeyFault, string> = {
  unknown: 'the key in the header X-SERVICE-API-KEY is unknown: check that it is complete',
  disabled: 'the key in the header X-SERVICE-API-KEY is disabled: enable it, or use another key',
  expired: 'the key in the header X-SERVICE-API-KEY has expired: create a new key',
}

function missingKey({ headers }: HttpRequest): string {
  const hint = headers['authorization'] === undefined ? '' : ', not in Authorization'
  return `the key is missing: send it in the header X-SERVICE-API-KEY${hint}`
}

function requirePermission(key: KeyRecord, access: Access): void {
  if (access === 'write contents' && !key.writesContents) {
    throw new Refusal('forbidden', 'this key may not write contents')
  }
  if (access === 'write media' && !key.writesMedia) {
    throw new Refusal('forbidden', 'this key may not write media')
  }
  if (access === 'read media' && key.reads === 'published' && !key.listsMedia) {
    throw new Refusal(
      'forbidden',
      'this key may not list media: allow it in the settings of the key, or use a key that reads drafts',
    )
  }
}

/** A class for speed: there is one instance per request, and all share the same object shape. */
class Call implements ApiRequest {
  readonly key: KeyRecord
  readonly schema: Schema
  readonly reading: Reading
  readonly reader: Reader
  readonly path: string
  readonly search: string
  readonly params: HttpRequest['params']
  readonly headers: HttpRequest['headers']
  readonly #request: HttpRequest
  #query: ApiRequest['query'] | undefined
  #body: Promise<Buffer> | undefined

  constructor(request: HttpRequest, { key, schema }: Caller, reading: Reading, reader: Reader) {
    const { url, params, headers } = request
    if (url.length > maxUrlLength) throw urlTooLong()
    const mark = url.indexOf('?')
    this.key = key
    this.schema = schema
    this.reading = reading
    this.reader = reader
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.search = mark === -1 ? '' : url.slice(mark)
    this.params = params
    this.headers = headers
    this.#request = request
  }

  get query(): ApiRequest['query'] {
    return (this.#query ??= readQuery(this.#request.url))
  }

  bytes(): Promise<Buffer> {
    return (this.#body ??= readBody(this.#request))
  }

  async json(): Promise<unknown> {
    return parseJson(await this.bytes())
  }

  stream(): Readable {
    return this.#request.stream()
  }
}

const jsonType = 'application/json; charset=utf-8'
const varyHeader = 'X-SERVICE-API-KEY, Accept-Encoding'

/** Assigns headers one by one, because spreading objects would be the most expensive part here. */
async function successReply(
  { method, url, headers: sent }: HttpRequest,
  caller: Caller | undefined,
  reply: Reply,
  allowance: Allowance | undefined,
  sharing: Sharing,
): Promise<HttpReply> {
  if (!caller) throw new Error('the request has no caller')
  const { key, schema } = caller
  const { fingerprint, dependencies } = reply
  const plain = await renderedBody(reply)
  const isRead = method === 'GET' || method === 'HEAD'
  const etagSource =
    fingerprint === undefined ? plain : `${schema.root.version} ${url} ${fingerprint}`
  const headers: Record<string, string> = {
    'cache-control': isRead ? cacheControlOf(key) : 'no-store',
    vary: varyHeader,
    'x-content-type-options': 'nosniff',
  }
  if (reply.headers) Object.assign(headers, reply.headers)
  if (reply.detail !== undefined) headers[detailHeader] = headerText(reply.detail)
  if (reply.hasTags === true && dependencies) Object.assign(headers, tagHeaders(dependencies))
  let etag = ''
  if (isRead) {
    etag = etagOf(etagSource, reply.version)
    headers['etag'] = etag
    if (key.reads === 'published' && dependencies) {
      const cacheable = { ...headers }
      Object.assign(headers, sharing.store({ key, dependencies, etag, headers: cacheable, plain }))
    }
    headers['x-cache'] = 'MISS'
  }
  if (allowance) Object.assign(headers, limitHeaders(allowance))
  if (isRead && isNotModified(sent['if-none-match'], etag)) {
    releaseBuffer(plain)
    return { status: 304, headers, body: null }
  }
  headers['content-type'] = jsonType
  const encoding = encodingFor(plain.length, sent['accept-encoding'])
  if (!encoding) return { status: 200, headers, body: plain }
  headers['content-encoding'] = encoding
  const encoded = await encode(plain, encoding)
  releaseBuffer(plain)
  return { status: 200, headers, body: encoded }
}

/** Proxies must neither cache nor collect nor transform the events. */
function streamReply(
  { method }: HttpRequest,
  body: Readable,
  allowance: Allowance | undefined,
): HttpReply {
  if (method === 'HEAD') body.destroy()
  const headers = {
    'cache-control': 'private, no-store, no-transform',
    vary: varyHeader,
    'x-content-type-options': 'nosniff',
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    ...limitHeaders(allowance),
  }
  return { status: 200, headers, body: method === 'HEAD' ? null : body }
}

function cacheControlOf(key: KeyRecord): string {
  return key.reads === 'draft' ? 'private, no-store' : 'private, max-age=0, must-revalidate'
}
