import type { Allowance } from '../access/limits.ts'
import type { Answer } from '../cache/response-cache.ts'
import type { KeyRecord } from '../store/records.ts'
import type { Encoding } from './compression.ts'
import type { ReadyReply } from './exchange.ts'
import { limitHeaders } from './limit-headers.ts'

export interface CachedAnswer extends Answer {
  readonly storedAt: number
  readonly key: Pick<KeyRecord, 'id' | 'rootId' | 'readLimit' | 'writeLimit'>
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly whole: Buffer
  /** Compressed as clients asked for it. */
  readonly encoded: Map<Encoding, Buffer>
  /** Headers that are ready to be written, as of when they were last used. */
  readonly heads: Map<string, { moment: Moment; head: string[] }>
}

/** What headers say that is of the moment: how old the answer is, how its key stands with its limit. */
export interface Moment {
  readonly age: number
  readonly allowance: Allowance | undefined
}

/** An answer takes a bit more than its bytes, and each tag points to it from an index. */
export function sizeOfAnswer(name: string, tags: readonly string[], whole: Buffer): number {
  const tagBytes = tags.reduce((sum, tag) => sum + 100 + tag.length, 0)
  return 2_000 + 2 * name.length + tagBytes + whole.length
}

export function readyReply(
  answer: CachedAnswer,
  kind: 200 | 304 | 'head',
  moment: Moment,
  encoding?: Encoding,
): ReadyReply {
  const body = (encoding && answer.encoded.get(encoding)) ?? answer.whole
  const name = `${kind === 304 ? '304' : '200'} ${encoding ?? ''}`
  let ready = answer.heads.get(name)
  if (!ready || !isSame(ready.moment, moment)) {
    ready = { moment, head: headOf(answer, kind === 304 ? undefined : body, moment, encoding) }
    answer.heads.set(name, ready)
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
  { headers }: CachedAnswer,
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
