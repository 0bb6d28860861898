/** Caches responses by API key and URL until the content in them changes. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Limits } from '../access/limits.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { everythingTag, tagOf, tagsOfResponse, type Dependencies } from '../changes/tags.ts'
import { ownBytes } from '../delivery/template.ts'
import type { KeyRecord } from '../store/records.ts'
import { encodingFor, encode, isNotModified, type Encoding } from './representation.ts'
import { causeOf } from './error-reply.ts'
import type { HttpReply, HttpRequest, ReadRequest, ReadyReply } from './exchange.ts'
import { readyReply, sizeOfResponse, type CachedResponse } from './cached-response.ts'
import { exposingIn, surrogateHeaders } from './surrogate.ts'

export const keyHeader = 'x-service-api-key'
const maxUnshared = 1_000
const lifetime = 30 * 24 * 60 * 60 * 1000

export interface Caching {
  /** Returns a cached response that can be sent at once: no SQL, no rate limit, no waiting. */
  ready(request: ReadRequest): ReadyReply | undefined
  /** Computes the response once for identical concurrent requests, which share it. */
  share(request: HttpRequest, compute: (sharing: Sharing) => Promise<HttpReply>): Promise<HttpReply>
}

export interface Sharing {
  /** Whether all clients that share the response have disconnected. */
  isGone(): boolean
  /** Responses to this key must not be shared: waiting requests compute their own, as do later ones. */
  release(): void
  /** Caches the response if possible, and returns the headers for external caches. */
  store(computed: ComputedResponse): Record<string, string>
}

export interface ComputedResponse {
  readonly key: KeyRecord
  readonly dependencies: Dependencies
  readonly etag: string
  /** Without headers that belong to a single request. */
  readonly headers: Readonly<Record<string, string>>
  readonly plain: Buffer
}

export interface CachingDeps {
  readonly cache: ResponseCache<CachedResponse>
  readonly feed: ChangeFeed
  readonly limits: Pick<Limits, 'lastKnown'>
  /** Whether to send tags of content that responses do not show. Only for caches that strip them. */
  readonly includesHiddenTags: boolean
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Called for each cache hit. */
  onHit(key: CachedResponse['key']): void
  now(): number
}

export function createCaching(deps: CachingDeps): Caching {
  const { cache, feed, limits, includesHiddenTags, headers: always, onHit, now } = deps
  const flights = new Map<string, Flight>()
  /** Keys whose responses must not be cached or shared. */
  const unshared = new Set<string>()

  /**
   * The cache name is the key and the URL as sent, so a hit authenticates the key. This is safe against
   * timing attacks: names are compared only after their hashes, which have a new seed in each process.
   */
  function nameOf({ method, url, headers }: ReadRequest): string | undefined {
    const key = headers[keyHeader]
    const isRead = method === 'GET' || method === 'HEAD'
    return isRead && typeof key === 'string' && !unshared.has(key) ? `${key} ${url}` : undefined
  }

  function markUnshared({ headers }: ReadRequest): void {
    const key = headers[keyHeader]
    if (unshared.size >= maxUnshared) unshared.clear()
    if (typeof key === 'string') unshared.add(key)
  }

  function find(name: string | undefined): CachedResponse | undefined {
    return name !== undefined && feed.isCurrent() ? cache.find(name, now()) : undefined
  }

  function replyOf(
    response: CachedResponse,
    { method, headers }: ReadRequest,
  ): ReadyReply | undefined {
    const encoding = encodingFor(response.plain.length, headers['accept-encoding'])
    const isCurrent = isNotModified(headers['if-none-match'], response.etag)
    if (!isCurrent && encoding && !response.encoded.has(encoding)) return undefined
    onHit(response.key)
    const age = Math.max(0, Math.floor((now() - response.storedAt) / 1000))
    const moment = { age, allowance: limits.lastKnown(response.key, 'reads') }
    if (isCurrent) return readyReply(response, 304, moment)
    return readyReply(response, method === 'HEAD' ? 'head' : 200, moment, encoding)
  }

  async function hit(request: HttpRequest, name: string): Promise<HttpReply | undefined> {
    const response = find(name)
    if (!response) return undefined
    const encoding = encodingFor(response.plain.length, request.headers['accept-encoding'])
    if (encoding && !response.encoded.has(encoding)) await addVariant(name, response, encoding)
    const ready = replyOf(response, request)
    return (
      ready && {
        status: ready.status,
        headers: Object.fromEntries(pairs(ready.head)),
        body: ready.body,
      }
    )
  }

  async function addVariant(
    name: string,
    response: CachedResponse,
    encoding: Encoding,
  ): Promise<void> {
    const body = await encode(response.plain, encoding)
    if (response.encoded.has(encoding)) return
    response.encoded.set(encoding, body)
    cache.grow(name, response, body.length)
  }

  async function computeShared(
    request: HttpRequest,
    name: string,
    compute: (sharing: Sharing) => Promise<HttpReply>,
  ): Promise<HttpReply> {
    const computation = cache.begin()
    const { promise, resolve } = Promise.withResolvers<void>()
    const flight: Flight = { end: promise, waiting: [request] }
    const finish = (): void => {
      if (flights.get(name) === flight) flights.delete(name)
      resolve()
    }
    const isGone = (): boolean => flight.waiting.every((one) => one.isGone())
    const release = (): void => {
      markUnshared(request)
      finish()
    }
    if (!flights.has(name)) flights.set(name, flight)
    const store = (computed: ComputedResponse): Record<string, string> => {
      const { key, dependencies } = computed
      const { id, rootId, readLimit, writeLimit } = key
      const plain = ownBytes(computed.plain)
      const storedAt = now()
      const expiresAt = Math.min(storedAt + lifetime, key.expiresAt ?? Infinity)
      const surrogate = surrogateHeaders(
        dependencies,
        key.id,
        expiresAt - storedAt,
        includesHiddenTags,
      )
      const { open, hidden } = tagsOfResponse(dependencies)
      const tags = [...open, ...hidden, tagOf.key(key.id)]
      const response: CachedResponse = {
        tags,
        bytes: sizeOfResponse(name, tags, plain),
        expiresAt,
        storedAt,
        // A change to the key purges the response, so these values stay current.
        key: { id, rootId, readLimit, writeLimit },
        etag: computed.etag,
        headers: { ...computed.headers, ...surrogate, ...always, ...exposingIn(computed.headers) },
        plain,
        encoded: new Map(),
        heads: new Map(),
      }
      const isSettled = feed.isCurrent() && computation.keep(name, response)
      return isSettled ? surrogate : { 'surrogate-control': 'no-store' }
    }
    try {
      return await compute({ release, store, isGone })
    } catch (error) {
      const cause = causeOf(error)
      const isUnavailable = cause instanceof Refusal && cause.kind === 'unavailable'
      if (isUnavailable && error instanceof Error) flight.unavailable = error
      throw error
    } finally {
      computation.end()
      finish()
    }
  }

  return {
    ready(request) {
      const response = find(nameOf(request))
      return response && replyOf(response, request)
    },
    async share(request, compute) {
      const name = nameOf(request)
      if (name === undefined) return compute({ ...notShared, isGone: () => request.isGone() })
      const cached = await hit(request, name)
      if (cached) return cached
      const leader = flights.get(name)
      if (leader) {
        leader.waiting.push(request)
        await leader.end
        // A read that took too long for the leader would take too long for the others.
        if (leader.unavailable) throw leader.unavailable
        const shared = await hit(request, name)
        if (shared) return shared
      }
      return computeShared(request, name, compute)
    },
  }
}

/** A response that is being computed. */
interface Flight {
  readonly end: Promise<void>
  /** Requests that wait for it. */
  readonly waiting: Pick<HttpRequest, 'isGone'>[]
  /** The error, if the computation ended with 503. */
  unavailable?: Error
}

/** For requests whose responses are not shared. */
export const notShared: Omit<Sharing, 'isGone'> = {
  release() {},
  store: () => ({ 'surrogate-control': 'no-store' }),
}

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index < flat.length; index += 2) {
    yield [flat[index] ?? '', flat[index + 1] ?? '']
  }
}

/** Returns a function that purges the responses with these tags. */
export function purger(cache: ResponseCache<CachedResponse>): (tags: readonly string[]) => void {
  return (tags) => {
    if (tags.includes(everythingTag)) cache.clear()
    else cache.purge(tags)
  }
}
