import { limitHeaders, type Allowance } from '../access/limits.ts'
import type { CacheEntry } from '../cache/response-cache.ts'
import type { KeyRecord } from '../store/records.ts'
import type { Encoding } from './representation.ts'
import type { ReadyReply } from './exchange.ts'

export interface CachedResponse extends CacheEntry {
  readonly storedAt: number
  readonly key: Pick<KeyRecord, 'id' | 'rootId' | 'readLimit' | 'writeLimit'>
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly plain: Buffer
  /** Compressed bodies, by the encodings that clients have requested. */
  readonly encoded: Map<Encoding, Buffer>
  /** Complete headers, ready to be written, as they were last sent. */
  readonly heads: Map<string, { moment: Moment; head: string[] }>
}

/** The values of headers that change between hits: the age, and the rate limit of the key. */
export interface Moment {
  readonly age: number
  readonly allowance: Allowance | undefined
}

/** Estimates memory: the body, plus overhead and an index entry for each tag. */
export function sizeOfResponse(name: string, tags: readonly string[], plain: Buffer): number {
  const tagBytes = tags.reduce((sum, tag) => sum + 100 + tag.length, 0)
  return 2_000 + 2 * name.length + tagBytes + plain.length
}

export function readyReply(
  response: CachedResponse,
  kind: 200 | 304 | 'head',
  moment: Moment,
  encoding?: Encoding,
): ReadyReply {
  const body = (encoding && response.encoded.get(encoding)) ?? response.plain
  const name = `${kind === 304 ? '304' : '200'} ${encoding ?? ''}`
  let ready = response.heads.get(name)
  if (!ready || !isSame(ready.moment, moment)) {
    ready = { moment, head: headOf(response, kind === 304 ? undefined : body, moment, encoding) }
    response.heads.set(name, ready)
  }
  return {
    status: kind === 304 ? 304 : 200,
    head: ready.head,
    body: kind === 200 ? body : null,
  }
}

function isSame(one: Moment, other: Moment): boolean {
  const [first, second] = [one.allowance, other.allowance]
  return (
    one.age === other.age &&
    first?.remaining === second?.remaining &&
    first?.secondsLeft === second?.secondsLeft
  )
}

function headOf(
  { headers }: CachedResponse,
  body: Buffer | undefined,
  { age, allowance }: Moment,
  encoding: Encoding | undefined,
): string[] {
  return Object.entries({
    ...headers,
    ...(body && {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    }),
    ...(encoding && { 'content-encoding': encoding }),
    'x-cache': 'HIT',
    age: String(age),
    ...limitHeaders(allowance),
  }).flat()
}
