/** Sends requests: within a time, again where that is safe, and not before the server allows it. */
import { errorOf, OctavoError } from './errors.ts'
import { longestTimer, reasonOf, wait } from './wait.ts'

/** Settings of `createClient` that are about sending. */
export interface TransportOptions {
  /** Address of the API with its `/v1`: `https://cms.example.com/v1`. */
  readonly url: string
  /** The API key. */
  readonly key: string
  /** What to use in place of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds that one attempt may take; 30 000 where it is left out, 0 for no limit. */
  readonly timeout?: number
  /** Attempts after a failure, of requests that are safe to repeat; 2 where it is left out. */
  readonly retries?: number
  /** Milliseconds in all to wait out the rate limit; 60 000 where it is left out. */
  readonly maxWait?: number
}

/** A body of a request. */
type Sent = string | FormData | ReadableStream<Uint8Array>

/** A request of the API. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the API: `/contents`. */
  readonly path: string
  readonly query?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** A body that can be made anew for every attempt. */
  readonly body?: () => Sent
  /** Sends it in place of `fetch`, where that cannot do what is wanted. */
  readonly sendBy?: () => Promise<ApiAnswer>
  /** Whether a repetition does no harm. */
  readonly isRepeatable: boolean
  /** Whether the body cannot be sent twice, not even after the rate limit. */
  readonly isOnce?: boolean
  /** False for no limit, as an upload takes as long as it takes. */
  readonly hasTimeout?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface ApiAnswer {
  readonly body: unknown
  readonly headers: Headers
}

export type Transport = (call: ApiCall) => Promise<ApiAnswer>

export function createTransport(options: TransportOptions): Transport {
  const { timeout = 30_000, retries = 2, maxWait = 60_000 } = options
  return async (call) => {
    let failures = 0
    let waited = 0
    for (;;) {
      try {
        if (call.sendBy) return await call.sendBy()
        return await attempt(options, call, call.hasTimeout === false ? 0 : timeout)
      } catch (error) {
        const pause = pauseAfter(error, call, failures, { retries, budget: maxWait - waited })
        if (pause === undefined) throw error
        if (pause.isLimit) waited += pause.milliseconds
        else failures += 1
        await wait(pause.milliseconds, call.signal)
      }
    }
  }
}

interface Pause {
  milliseconds: number
  isLimit: boolean
}

/** How long to wait before the next attempt; undefined where there is to be none. */
function pauseAfter(
  error: unknown,
  call: ApiCall,
  failures: number,
  { retries, budget }: { retries: number; budget: number },
): Pause | undefined {
  if (!(error instanceof OctavoError) || call.isOnce) return undefined
  if (error.status === 429) {
    // The server did nothing yet, so that any request may be sent again.
    const milliseconds = Math.max(1, error.retryAfter ?? 1) * 1000
    return milliseconds <= budget ? { milliseconds, isLimit: true } : undefined
  }
  const isPassing = error.status === 0 || error.status >= 500
  if (!isPassing || !call.isRepeatable || failures >= retries) return undefined
  // Clients that failed together should not come back together.
  const milliseconds = Math.min(5000, 200 * 2 ** failures) * (0.5 + Math.random() / 2)
  return { milliseconds, isLimit: false }
}

async function attempt(
  { url, key, fetch = globalThis.fetch }: TransportOptions,
  call: ApiCall,
  timeout: number,
): Promise<ApiAnswer> {
  const { signal } = call
  if (signal?.aborted) throw reasonOf(signal)
  const controller = new AbortController()
  const end = (): void => controller.abort()
  signal?.addEventListener('abort', end, { once: true })
  const timer = timeout > 0 ? setTimeout(end, Math.min(timeout, longestTimer)) : undefined
  try {
    const response = await fetch(addressOf(url, call), {
      ...initOf(call, key),
      signal: controller.signal,
    })
    if (!response.ok) throw await errorOf(response)
    return { body: await response.json(), headers: response.headers }
  } catch (error) {
    if (signal?.aborted) throw reasonOf(signal)
    throw error instanceof OctavoError
      ? error
      : unanswered(error, controller.signal.aborted, timeout)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function addressOf(url: string, { path, query }: ApiCall): string {
  const search = query?.toString() ?? ''
  return `${url.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
}

function initOf({ method, headers, json, body }: ApiCall, key: string): RequestInit {
  const sent: Sent | undefined = json === undefined ? body?.() : JSON.stringify(json)
  const isStream = typeof ReadableStream === 'function' && sent instanceof ReadableStream
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      'X-SERVICE-API-KEY': key,
      // Errors then name every problem; answers are JSON all the same.
      Accept: 'application/json, application/problem+json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
    ...(isStream && { duplex: 'half' }),
  }
  return init
}

function unanswered(error: unknown, isTimeout: boolean, timeout: number): OctavoError {
  if (isTimeout) {
    const detail = `no answer within ${timeout} ms`
    return new OctavoError({ status: 0, code: 'Timeout', detail }, { cause: error })
  }
  if (error instanceof SyntaxError) {
    const detail = 'the answer is not JSON: check the address of the API'
    return new OctavoError({ status: 0, code: 'Bad Answer', detail }, { cause: error })
  }
  const detail = error instanceof Error ? error.message : String(error)
  return new OctavoError({ status: 0, code: 'Network', detail }, { cause: error })
}
