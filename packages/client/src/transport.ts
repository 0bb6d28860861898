/** Sends requests with a timeout, retries where that is safe, and waits for rate limits. */
import { errorOf, OctavoError } from './errors.ts'
import { longestTimer, reasonOf, wait } from './wait.ts'

/** Options of `createClient` for sending requests. */
export interface TransportOptions {
  /** URL of the API, including `/v1`: `https://cms.example.com/v1`. */
  readonly url: string
  /** The API key. */
  readonly key: string
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Timeout of one attempt in milliseconds; 0 for none. Default: 30 000. */
  readonly timeout?: number
  /** Number of retries of failed requests that are safe to repeat. Default: 2. */
  readonly retries?: number
  /** Total time to wait for the rate limit, in milliseconds. Default: 60 000. */
  readonly maxWait?: number
}

type RequestBody = string | FormData | ReadableStream<Uint8Array>

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the URL of the API: `/contents`. */
  readonly path: string
  readonly query?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Creates the body of each attempt. */
  readonly body?: () => RequestBody
  /** Sends the request instead of `fetch`. */
  readonly sendBy?: () => Promise<ApiResponse>
  /** Whether the request is safe to repeat. */
  readonly isRepeatable: boolean
  /** Whether the body can be sent only once, so that not even a rate-limited request is repeated. */
  readonly isOnce?: boolean
  /** False for uploads, which may take any time. */
  readonly hasTimeout?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface ApiResponse {
  readonly body: unknown
  readonly headers: Headers
}

export type Transport = (call: ApiCall) => Promise<ApiResponse>

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

/** The time to wait before the next attempt; undefined if there is none. */
function pauseAfter(
  error: unknown,
  call: ApiCall,
  failures: number,
  { retries, budget }: { retries: number; budget: number },
): Pause | undefined {
  if (!(error instanceof OctavoError) || call.isOnce) return undefined
  if (error.status === 429) {
    // The server has not processed the request, so any request may be repeated.
    const milliseconds = Math.max(1, error.retryAfter ?? 1) * 1000
    return milliseconds <= budget ? { milliseconds, isLimit: true } : undefined
  }
  const isTemporary = error.status === 0 || error.status >= 500
  if (!isTemporary || !call.isRepeatable || failures >= retries) return undefined
  // Jitter prevents clients that failed together from retrying together.
  const milliseconds = Math.min(5000, 200 * 2 ** failures) * (0.5 + Math.random() / 2)
  return { milliseconds, isLimit: false }
}

async function attempt(
  { url, key, fetch = globalThis.fetch }: TransportOptions,
  call: ApiCall,
  timeout: number,
): Promise<ApiResponse> {
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
      : responseError(error, controller.signal.aborted, timeout)
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
  const sent: RequestBody | undefined = json === undefined ? body?.() : JSON.stringify(json)
  const isStream = typeof ReadableStream === 'function' && sent instanceof ReadableStream
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      'X-SERVICE-API-KEY': key,
      // Makes errors list every problem. Successful responses are JSON in any case.
      Accept: 'application/json, application/problem+json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
    ...(isStream && { duplex: 'half' }),
  }
  return init
}

function responseError(error: unknown, isTimeout: boolean, timeout: number): OctavoError {
  if (isTimeout) {
    const detail = `no response within ${timeout} ms`
    return new OctavoError({ status: 0, code: 'Timeout', detail }, { cause: error })
  }
  if (error instanceof SyntaxError) {
    const detail = 'the response is not JSON: check the URL of the API'
    return new OctavoError({ status: 0, code: 'Bad Answer', detail }, { cause: error })
  }
  const detail = error instanceof Error ? error.message : String(error)
  return new OctavoError({ status: 0, code: 'Network', detail }, { cause: error })
}
