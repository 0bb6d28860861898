/** Follows the changes of a space over one connection, which is opened again when it is lost. */
import { errorOf, OctavoError } from './errors.ts'
import { named } from './query.ts'
import { readEvents, type EventState } from './sse.ts'
import type { TransportOptions } from './transport.ts'
import type { ChangeEvent } from './types/changes.ts'
import { reasonOf, wait } from './wait.ts'

/** The options of `changes`, for any space. */
export interface FollowOptions {
  readonly model?: string | readonly string[]
  readonly space?: string | readonly string[]
  readonly lang?: string | readonly string[]
  readonly lastEventId?: string
  readonly signal?: AbortSignal
  readonly onDisconnect?: (reason: unknown) => void
  /** Called each time the connection is open. */
  readonly onConnect?: () => void
}

/** All in milliseconds. */
const firstPause = 1_000
const longestPause = 60_000
/** A connection that lasted this long resets the pause. */
const stableTime = 60_000
/** The server sends something every 15 seconds. */
const silentTime = 45_000

export async function* follow(
  options: TransportOptions,
  follower: FollowOptions,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const { signal, lastEventId = '' } = follower
  const state: EventState = { lastEventId, retry: undefined }
  for (let failures = 0; ; failures++) {
    const opened = { at: Infinity }
    let reason: unknown
    try {
      reason = yield* connect(options, follower, state, opened)
    } catch (error) {
      if (signal?.aborted) throw reasonOf(signal)
      if (error instanceof OctavoError && isFinal(error.status)) throw error
      reason = error
    }
    if (Date.now() - opened.at >= stableTime) failures = 0
    follower.onDisconnect?.(reason)
    await wait(pauseAfter(failures, state.retry, reason), signal)
  }
}

/** Errors that the same request would get again. */
function isFinal(status: number): boolean {
  return [400, 401, 403, 404].includes(status)
}

function pauseAfter(failures: number, retry: number | undefined, reason: unknown): number {
  const first = retry ?? firstPause
  // Jitter prevents clients that were disconnected together from connecting together.
  const pause = Math.min(longestPause, first * 2 ** failures) * (0.5 + Math.random() / 2)
  const requested = reason instanceof OctavoError ? (reason.retryAfter ?? 0) * 1000 : 0
  return Math.max(pause, requested)
}

/** Yields the events of one connection. Returns the reason for which the server ended it. */
async function* connect(
  { url, key, fetch = globalThis.fetch, timeout = 30_000 }: TransportOptions,
  follower: FollowOptions,
  state: EventState,
  opened: { at: number },
): AsyncGenerator<ChangeEvent, unknown, undefined> {
  const ending = new AbortController()
  const abort = (): void => ending.abort(follower.signal?.reason)
  if (follower.signal?.aborted) throw reasonOf(follower.signal)
  follower.signal?.addEventListener('abort', abort, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectWithin = (time: number): void => {
    clearTimeout(timer)
    const error = new OctavoError({ status: 0, code: 'Timeout', detail: 'the stream is silent' })
    if (time > 0) timer = setTimeout(() => ending.abort(error), time)
  }
  try {
    expectWithin(timeout)
    const response = await fetch(`${url.replace(/\/+$/, '')}/changes${queryOf(follower)}`, {
      headers: {
        'X-SERVICE-API-KEY': key,
        // Makes errors list every problem.
        Accept: 'text/event-stream, application/problem+json',
        ...(state.lastEventId !== '' && { 'Last-Event-ID': state.lastEventId }),
      },
      cache: 'no-store',
      signal: ending.signal,
    })
    if (!response.ok || !response.body) throw await errorOf(response)
    opened.at = Date.now()
    follower.onConnect?.()
    expectWithin(silentTime)
    for await (const event of readEvents(response.body, state)) {
      expectWithin(silentTime)
      if (!event) continue
      const data: unknown = JSON.parse(event.data)
      if (event.event === 'goaway') return data
      // Events that arrived before the signal may still be unread.
      if (follower.signal?.aborted) throw reasonOf(follower.signal)
      yield { ...(data as ChangeEvent), lastEventId: state.lastEventId }
    }
    return undefined
  } finally {
    clearTimeout(timer)
    follower.signal?.removeEventListener('abort', abort)
    ending.abort()
  }
}

function queryOf({ model, space, lang }: FollowOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ model, space, lang })) {
    const text = named(name, value)
    if (text !== undefined) query.set(name, text)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
