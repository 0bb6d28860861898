/** Keeps results up to date: reads them again when a change may have made them stale. */
import { follow } from './changes.ts'
import { OctavoError } from './errors.ts'
import { isAffected, tagsOf } from './tags.ts'
import type { TransportOptions } from './transport.ts'
import type { Receive } from './types/changes.ts'

interface Watched {
  /** Notes a change with these tags. */
  onTags(tags: readonly string[]): void
  /** No more changes will be reported. */
  onEnd(error: unknown): void
}

export type Live = <Result extends object>(
  read: (signal: AbortSignal) => Promise<Result>,
  receive: Receive<Result>,
  options: LiveOptions,
) => () => void

export interface LiveOptions {
  /** Whether the result depends on plans, whose changes are not reported. */
  readonly isPlanned: boolean
}

/** All in milliseconds. Changes within this time are one. */
const quietTime = 100
/** The first result may wait this long for the connection that reports changes. */
const connectTime = 2_000
/** A node or cache may serve the earlier result for a moment: an unchanged result is read once more. */
const secondReadPause = 1_000
/** Planned content is read again after this time. */
const planPause = 5_000
const [firstRetry, longestRetry] = [1_000, 60_000]

/** All results of a client share one connection. */
export function createLive(options: TransportOptions): Live {
  const watching = new Set<Watched>()
  let ending: AbortController | undefined
  let isConnected = false

  function onConnect(): void {
    // Changes before the first connection were not reported.
    if (!isConnected) for (const one of watching) one.onTags(['all'])
    isConnected = true
  }

  async function run(signal: AbortSignal): Promise<void> {
    try {
      for await (const { data } of follow(options, { signal, onConnect })) {
        for (const one of watching) one.onTags(data.tags)
      }
    } catch (error) {
      if (signal.aborted) return
      const ended = Array.from(watching)
      // Results that are watched from here on need another connection.
      watching.clear()
      ending = undefined
      for (const one of ended) one.onEnd(error)
    }
  }

  function add(one: Watched): boolean {
    watching.add(one)
    if (!ending) {
      ending = new AbortController()
      isConnected = false
      void run(ending.signal)
    }
    return isConnected
  }

  function remove(one: Watched): void {
    if (!watching.delete(one) || watching.size > 0) return
    ending?.abort()
    ending = undefined
  }

  return (read, receive, { isPlanned }) => watch(read, receive, { add, remove, isPlanned })
}

interface Watching extends LiveOptions {
  /** Returns whether changes are reported already. */
  add(one: Watched): boolean
  remove(one: Watched): void
}

function watch<Result extends object>(
  read: (signal: AbortSignal) => Promise<Result>,
  receive: Receive<Result>,
  { add, remove, isPlanned }: Watching,
): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tags: readonly string[] | undefined
  let last = ''
  let failures = 0
  let isReading = false
  /** A change was reported since the read began. */
  let isStale = false

  function readAfter(milliseconds: number, isSecond = false): void {
    clearTimeout(timer)
    timer = setTimeout(() => void readNow(isSecond), milliseconds)
  }

  async function readNow(isSecond: boolean): Promise<void> {
    isReading = true
    isStale = false
    timer = undefined
    try {
      const result = await read(stopped.signal)
      failures = 0
      tags = tagsOf(result)
      const text = JSON.stringify(result)
      const isFirst = last === ''
      if (text !== last && !stopped.signal.aborted) {
        last = text
        receive(result, undefined)
      } else if (!isSecond && !isFirst) readAfter(secondReadPause, true)
    } catch (error) {
      if (!stopped.signal.aborted) fail(error)
    }
    isReading = false
    if (stopped.signal.aborted) return
    if (isStale) readAfter(quietTime)
    else if (isPlanned && timer === undefined) readAfter(planPause, true)
  }

  function fail(error: unknown): void {
    // Any change may make the read succeed.
    tags = undefined
    last = ''
    receive(undefined, error)
    const isTemporary = !(error instanceof OctavoError) || error.status === 0 || error.status >= 429
    if (isTemporary) readAfter(Math.min(longestRetry, firstRetry * 2 ** failures++))
  }

  const own: Watched = {
    onTags(changed) {
      if (!isAffected(tags, changed)) return
      if (isReading) isStale = true
      else readAfter(quietTime)
    },
    onEnd(error) {
      stop()
      receive(undefined, error)
    },
  }

  function stop(): void {
    stopped.abort()
    clearTimeout(timer)
    remove(own)
  }

  readAfter(add(own) ? 0 : connectTime)
  return stop
}
