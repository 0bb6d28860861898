/** S3 client: signs requests, applies a timeout, and retries. */
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { encodePath, encodeQuery, signed, type Credentials } from './sign.ts'

export interface S3Settings extends Credentials {
  /** Address of the service, `https://s3.example.com`. */
  readonly endpoint: string
  readonly bucket: string
  /** Prefix of all object names; may be empty. */
  readonly prefix: string
  /** `endpoint/bucket/object` instead of `bucket.endpoint/object`. */
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
  /** Statuses other than 2xx that the caller handles. */
  readonly accepts?: readonly number[]
}

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface S3Client {
  call(call: S3Call): Promise<S3Response>
  /** Resolves at the start of the response, before its body is read. */
  open(call: S3Call): Promise<Response>
}

export class S3Error extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`the S3 storage returned ${status}: ${message}`)
    this.name = 'S3Error'
    this.status = status
  }
}

/** The storage cannot be reached. */
class S3Unavailable extends Error {
  override name = 'S3Unavailable'
}

const attempts = 4
const firstPause = 100
/** Until the response starts, including the time to send the request. */
const timeoutMs = 60_000

export function s3Client(settings: S3Settings, deps: S3Deps): S3Client {
  async function attempt(call: S3Call): Promise<Response> {
    const { method, headers = {}, body } = call
    const url = addressOf(settings, call)
    const payloadHash = hash('sha256', body ?? '')
    const { host: _, ...sent } = signed({ method, url, headers, payloadHash }, settings, deps.now())
    const control = new AbortController()
    const timer = setTimeout(
      () => control.abort(new Error(`the S3 storage did not respond within ${timeoutMs} ms`)),
      timeoutMs,
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
      const response = await attempt(call).catch((error: unknown) => {
        if (left === 0) throw unavailable(error, settings)
      })
      if (response && (response.ok || call.accepts?.includes(response.status))) return response
      const failure = response && (await failureOf(response))
      if (failure && (left === 0 || !isTransient(failure.status))) throw failure
      await delay(firstPause * 4 ** (attempts - 1 - left) * (0.5 + Math.random()))
    }
  }

  return {
    open,
    async call(call) {
      const response = await open(call)
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}

/** All calls are safe to retry, because objects are named by their content. */
function isTransient(status: number): boolean {
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

async function failureOf(response: Response): Promise<S3Error> {
  const text = await response.text().catch(() => '')
  const message = [elementIn(text, 'Code'), elementIn(text, 'Message')].filter(Boolean).join(', ')
  return new S3Error(response.status, message || response.statusText)
}

/** The error of `fetch` has the reason in its cause. */
function unavailable(error: unknown, { endpoint }: S3Settings): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return error
  const why = 'code' in cause ? String(cause.code) : cause.message
  return new S3Unavailable(
    `cannot connect to the S3 storage at ${endpoint} (${why}). Check that it is running and that OCTAVO_S3_ENDPOINT is correct.`,
    { cause: error },
  )
}

/** The text of the first element with this name. Responses are simple enough not to need an XML parser. */
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
