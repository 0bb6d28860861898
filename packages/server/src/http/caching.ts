/** Gives answers again to who asks the same with the same key, as long as nothing of them changed. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Limits } from '../access/limits.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { everythingTag, tagOf, tagsOfAnswer, type Dependencies } from '../changes/tags.ts'
import { ownBytes } from '../delivery/template.ts'
import type { KeyRecord } from '../store/records.ts'
import { encodingFor, encode, type Encoding } from './compression.ts'
import { causeOf } from './error-reply.ts'
import { isKnown } from './etags.ts'
import type { HttpReply, HttpRequest, ReadRequest, ReadyReply } from './exchange.ts'
import { readyReply, sizeOfAnswer, type CachedAnswer } from './cached-answer.ts'
import { surrogateHeaders } from './surrogate.ts'

export const keyHeader = 'x-service-api-key'
const mostUnshared = 1_000
const lifetime = 30 * 24 * 60 * 60 * 1000

export interface Caching {
  /** The answer if it can be given right away: no SQL, no limit, no waiting. */
  ready(request: ReadRequest): ReadyReply | undefined
  /** Lets one of many equal requests compute, and gives its answer to the others. */
  share(request: HttpRequest, compute: (sharing: Sharing) => Promise<HttpReply>): Promise<HttpReply>
}

export interface Sharing {
  /** Whether nobody waits for the answer any more, of all who share it. */
  isGone(): boolean
  /** Answers to this key are for nobody else: those who wait for one need not, and later ones do not. */
  release(): void
  /** Keeps the answer, if it may be; returns the headers for caches outside. */
  keep(made: MadeAnswer): Record<string, string>
}

export interface MadeAnswer {
  readonly key: KeyRecord
  readonly dependencies: Dependencies
  readonly etag: string
  /** Without those that are of one request only. */
  readonly headers: Readonly<Record<string, string>>
  readonly whole: Buffer
}

export interface CachingDeps {
  readonly cache: ResponseCache<CachedAnswer>
  readonly feed: ChangeFeed
  readonly limits: Pick<Limits, 'known'>
  /** Whether tags tell of what an answer does not show, too: only where a cache outside hides them. */
  readonly tellsAll: boolean
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Hears of every answer that is given again. */
  onHit(key: CachedAnswer['key']): void
  now(): number
}

export function createCaching(deps: CachingDeps): Caching {
  const { cache, feed, limits, tellsAll, headers: always, onHit, now } = deps
  const flights = new Map<string, Flight>()
  /** Keys whose answers were for nobody else: nothing of theirs is kept. */
  const unshared = new Set<string>()

  /**
   * Key and URL as they were sent. That finding the name proves the key is safe: names are compared
   * only after their hashes, which are seeded anew in each process, so time tells nothing of a key.
   */
  function nameOf({ method, url, headers }: ReadRequest): string | undefined {
    const key = headers[keyHeader]
    const isRead = method === 'GET' || method === 'HEAD'
    return isRead && typeof key === 'string' && !unshared.has(key) ? `${key} ${url}` : undefined
  }

  function noteUnshared({ headers }: ReadRequest): void {
    const key = headers[keyHeader]
    if (unshared.size >= mostUnshared) unshared.clear()
    if (typeof key === 'string') unshared.add(key)
  }

  function find(name: string | undefined): CachedAnswer | undefined {
    return name !== undefined && feed.isCurrent() ? cache.find(name, now()) : undefined
  }

  function replyOf(answer: CachedAnswer, { method, headers }: ReadRequest): ReadyReply | undefined {
    const encoding = encodingFor(answer.whole.length, headers['accept-encoding'])
    const isCurrent = isKnown(headers['if-none-match'], answer.etag)
    if (!isCurrent && encoding && !answer.encoded.has(encoding)) return undefined
    onHit(answer.key)
    const age = Math.max(0, Math.floor((now() - answer.storedAt) / 1000))
    const moment = { age, allowance: limits.known(answer.key, 'reads') }
    if (isCurrent) return readyReply(answer, 304, moment)
    return readyReply(answer, method === 'HEAD' ? 'head' : 200, moment, encoding)
  }

  async function hit(request: HttpRequest, name: string): Promise<HttpReply | undefined> {
    const answer = find(name)
    if (!answer) return undefined
    const encoding = encodingFor(answer.whole.length, request.headers['accept-encoding'])
    if (encoding && !answer.encoded.has(encoding)) await addVariant(name, answer, encoding)
    const ready = replyOf(answer, request)
    return (
      ready && {
        status: ready.status,
        headers: Object.fromEntries(pairs(ready.head)),
        body: ready.body,
      }
    )
  }

  async function addVariant(name: string, answer: CachedAnswer, encoding: Encoding): Promise<void> {
    const body = await encode(answer.whole, encoding)
    if (answer.encoded.has(encoding)) return
    answer.encoded.set(encoding, body)
    cache.grow(name, answer, body.length)
  }

  async function computeShared(
    request: HttpRequest,
    name: string,
    compute: (sharing: Sharing) => Promise<HttpReply>,
  ): Promise<HttpReply> {
    const computation = cache.begin()
    const { promise, resolve } = Promise.withResolvers<void>()
    const flight: Flight = { end: promise, waiting: [request] }
    const letGo = (): void => {
      if (flights.get(name) === flight) flights.delete(name)
      resolve()
    }
    const isGone = (): boolean => flight.waiting.every((one) => one.isGone())
    const release = (): void => {
      noteUnshared(request)
      letGo()
    }
    if (!flights.has(name)) flights.set(name, flight)
    const keep = (made: MadeAnswer): Record<string, string> => {
      const { key, dependencies } = made
      const { id, rootId, readLimit, writeLimit } = key
      const whole = ownBytes(made.whole)
      const storedAt = now()
      const expiresAt = Math.min(storedAt + lifetime, key.expiresAt ?? Infinity)
      const surrogate = surrogateHeaders(dependencies, key.id, expiresAt - storedAt, tellsAll)
      const { open, hidden } = tagsOfAnswer(dependencies)
      const tags = [...open, ...hidden, tagOf.key(key.id)]
      const answer: CachedAnswer = {
        tags,
        bytes: sizeOfAnswer(name, tags, whole),
        expiresAt,
        storedAt,
        // An answer is forgotten when its key changes.
        key: { id, rootId, readLimit, writeLimit },
        etag: made.etag,
        headers: { ...made.headers, ...surrogate, ...always },
        whole,
        encoded: new Map(),
        heads: new Map(),
      }
      const isSettled = feed.isCurrent() && computation.keep(name, answer)
      return isSettled ? surrogate : { 'surrogate-control': 'no-store' }
    }
    try {
      return await compute({ release, keep, isGone })
    } catch (error) {
      const cause = causeOf(error)
      const isUnavailable = cause instanceof Refusal && cause.kind === 'unavailable'
      if (isUnavailable && error instanceof Error) flight.unavailable = error
      throw error
    } finally {
      computation.end()
      letGo()
    }
  }

  return {
    ready(request) {
      const answer = find(nameOf(request))
      return answer && replyOf(answer, request)
    },
    async share(request, compute) {
      const name = nameOf(request)
      if (name === undefined) return compute({ ...alone, isGone: () => request.isGone() })
      const found = await hit(request, name)
      if (found) return found
      const leader = flights.get(name)
      if (leader) {
        leader.waiting.push(request)
        await leader.end
        // What took too long for one of them does for all.
        if (leader.unavailable) throw leader.unavailable
        const shared = await hit(request, name)
        if (shared) return shared
      }
      return computeShared(request, name, compute)
    },
  }
}

/** An answer that is being computed. */
interface Flight {
  readonly end: Promise<void>
  /** Who waits for it. */
  readonly waiting: Pick<HttpRequest, 'isGone'>[]
  /** Why there is no answer now. */
  unavailable?: Error
}

/** Of requests that are answered for themselves. */
const alone: Omit<Sharing, 'isGone'> = {
  release() {},
  keep: () => ({ 'surrogate-control': 'no-store' }),
}

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index < flat.length; index += 2) {
    yield [flat[index] ?? '', flat[index + 1] ?? '']
  }
}

/** What the cache does with changes. */
export function purger(cache: ResponseCache<CachedAnswer>): (tags: readonly string[]) => void {
  return (tags) => {
    if (tags.includes(everythingTag)) cache.clear()
    else cache.purge(tags)
  }
}
