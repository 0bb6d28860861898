import type { Answer } from '../cache/response-cache.ts'
import type { KeyRecord } from '../store/records.ts'
import type { Encoding } from './compression.ts'
import { openHeaders } from './cors.ts'
import type { ReadyReply } from './exchange.ts'

export interface CachedAnswer extends Answer {
  readonly storedAt: number
  readonly key: Pick<KeyRecord, 'id' | 'rootId'>
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly whole: Buffer
  /** Compressed as clients asked for it. */
  readonly encoded: Map<Encoding, Buffer>
  /** Headers that are ready to be written, for the age at which they were last used. */
  readonly heads: Map<string, { age: number; head: string[] }>
}

/** An answer takes a bit more than its bytes, and each tag points to it from an index. */
export function sizeOfAnswer(name: string, tags: readonly string[], whole: Buffer): number {
  const tagBytes = tags.reduce((sum, tag) => sum + 100 + tag.length, 0)
  return 2_000 + 2 * name.length + tagBytes + whole.length
}

export function readyReply(
  answer: CachedAnswer,
  kind: 200 | 304 | 'head',
  age: number,
  encoding?: Encoding,
): ReadyReply {
  const body = (encoding && answer.encoded.get(encoding)) ?? answer.whole
  const name = `${kind === 304 ? '304' : '200'} ${encoding ?? ''}`
  let ready = answer.heads.get(name)
  if (ready?.age !== age) {
    ready = { age, head: headOf(answer, kind === 304 ? undefined : body, age, encoding) }
    answer.heads.set(name, ready)
  }
  return {
    status: kind === 304 ? 304 : 200,
    head: ready.head,
    body: kind === 200 ? body : null,
  }
}

function headOf(
  { headers }: CachedAnswer,
  body: Buffer | undefined,
  age: number,
  encoding: Encoding | undefined,
): string[] {
  return Object.entries({
    ...headers,
    ...openHeaders,
    ...(body && {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    }),
    ...(encoding && { 'content-encoding': encoding }),
    'x-cache': 'HIT',
    age: String(age),
  }).flat()
}
