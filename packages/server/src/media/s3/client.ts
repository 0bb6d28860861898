/** Speaks to an S3 bucket: signs, waits for so long, tries again where that is safe. */
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { encodePath, encodeQuery, signed, type Credentials } from './sign.ts'

export interface S3Settings extends Credentials {
  /** Address of the service, `https://s3.example.com`. */
  readonly endpoint: string
  readonly bucket: string
  /** What the name of every object begins with; may be empty. */
  readonly prefix: string
  /** `endpoint/bucket/object` in place of `bucket.endpoint/object`. */
  readonly usesPathStyle: boolean
}

export interface S3Deps {
  readonly fetch: typeof fetch
  now(): number
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the object; empty for the bucket itself. */
  readonly object?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Statuses beyond 2xx that the caller understands. */
  readonly accepts?: readonly number[]
}

export interface S3Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface S3Client {
  call(call: S3Call): Promise<S3Answer>
  /** Resolves when the answer begins; its body is still to be read. */
  open(call: S3Call): Promise<Response>
}

export class S3Error extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`the S3 storage answered ${status}: ${message}`)
    this.name = 'S3Error'
    this.status = status
  }
}

/** No answer at all. */
class S3Away extends Error {
  override name = 'S3Away'
}

const attempts = 4
const firstPause = 100
/** Until the answer begins, the body of the request included. */
const patience = 60_000

export function s3Client(settings: S3Settings, deps: S3Deps): S3Client {
  async function attempt(call: S3Call): Promise<Response> {
    const { method, headers = {}, body } = call
    const url = addressOf(settings, call)
    const payloadHash = hash('sha256', body ?? '')
    const { host: _, ...sent } = signed({ method, url, headers, payloadHash }, settings, deps.now())
    const control = new AbortController()
    const timer = setTimeout(
      () => control.abort(new Error(`the S3 storage did not answer in ${patience} ms`)),
      patience,
    )
    try {
      const signal = control.signal
      return await deps.fetch(url, {
        method,
        headers: sent,
        signal,
        redirect: 'error',
        ...(body && { body }),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async function open(call: S3Call): Promise<Response> {
    for (let left = attempts - 1; ; left--) {
      const answer = await attempt(call).catch((error: unknown) => {
        if (left === 0) throw awayOf(error, settings)
      })
      if (answer && (answer.ok || call.accepts?.includes(answer.status))) return answer
      const failure = answer && (await failureOf(answer))
      if (failure && (left === 0 || !isPassing(failure.status))) throw failure
      await delay(firstPause * 4 ** (attempts - 1 - left) * (0.5 + Math.random()))
    }
  }

  return {
    open,
    async call(call) {
      const answer = await open(call)
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    },
  }
}

/** Every call that is made here may be repeated: objects are named by what they hold. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

function addressOf(settings: S3Settings, { object = '', query = {} }: S3Call): URL {
  const { endpoint, bucket, usesPathStyle } = settings
  const url = new URL(endpoint)
  if (!usesPathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = [url.pathname.replace(/\/$/, ''), ...(usesPathStyle ? [bucket] : []), object]
  url.pathname = encodePath(path.filter((part) => part !== '').join('/'))
  url.search = encodeQuery(query)
  return url
}

async function failureOf(answer: Response): Promise<S3Error> {
  const text = await answer.text().catch(() => '')
  const message = [elementIn(text, 'Code'), elementIn(text, 'Message')].filter(Boolean).join(', ')
  return new S3Error(answer.status, message || answer.statusText)
}

/** `fetch` says no more than that it failed; why is in the cause. */
function awayOf(error: unknown, { endpoint }: S3Settings): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return error
  const why = 'code' in cause ? String(cause.code) : cause.message
  return new S3Away(
    `the S3 storage at ${endpoint} is out of reach (${why}). Check that it runs and that OCTAVO_S3_ENDPOINT is right.`,
    { cause: error },
  )
}

/** The text of the first such element. Answers are flat enough to do without a parser. */
export function elementIn(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text?.replaceAll(
    /&(amp|lt|gt|quot|apos|#\d+);/g,
    (_, entity: string) => entities[entity] ?? String.fromCodePoint(Number(entity.slice(1))),
  )
}

export function elementsIn(xml: string, name: string): string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g')),
    ([, text = '']) => text,
  )
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
