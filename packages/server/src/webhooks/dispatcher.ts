/** Sends pending deliveries, in one process of the installation. */
import type { Clock } from '../changes/clock.ts'
import { createPause } from '../changes/pause.ts'
import type { Store } from '../store/store.ts'
import type { PendingDelivery, RecordedEvent, WebhookRecord } from '../store/webhooks.ts'
import { createLane, type Lane } from './lane.ts'
import type { Sender } from './network/send.ts'
import { attempt, type Attempted } from './attempt.ts'
import { exchange, saveResults, type Exchanged } from './exchange.ts'

export interface DispatcherOptions {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly sender: Sender
  readonly clock: Clock
  /** Public URL of media files. */
  readonly assetsUrl: string
  now(): number
  random(): number
  log(line: string): void
  onAttempt?(isSuccess: boolean): void
}

export interface Dispatcher {
  /** There may be new events. */
  wake(): void
  /** Delivers until the signal, then finishes requests in progress for a moment. Does not throw. */
  run(signal: AbortSignal): Promise<void>
}

/** How soon events of other processes are found, in milliseconds. */
const pollPause = 250
/**
 * Events are assigned and results saved at most this often, in milliseconds: on SQLite, each commit holds up
 * requests for a moment.
 */
const commitPause = 200
/** Pause after the database failed. */
const failurePause = 500
/** Requests at the same time, over all webhooks: to targets that respond, and to slow ones. */
const mostAtOnce = 256
const mostAtOnceSlow = 64
/** Memory for the events of running requests, to which one more event may be added. */
const mostBytes = 64 * 1024 * 1024
/** Requests may finish for this long after the signal, in milliseconds. */
const finishTime = 3_000

interface Picked {
  readonly lane: Lane
  readonly delivery: PendingDelivery
  /** Whether the target was slow when the attempt started. */
  readonly isSlow: boolean
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, clock, now, log } = options
  const pause = createPause(clock)
  const lanes = new Map<number, Lane>()
  let results: Attempted[] = []
  const running = new Map<boolean, number>([
    [true, 0],
    [false, 0],
  ])
  let bytes = 0
  let isFailing = false
  /** When events may be assigned and results saved again. */
  let nextCommit = 0

  const runningIn = (isSlow: boolean): number => running.get(isSlow) ?? 0
  const begin = ({ delivery, isSlow }: Picked): void => {
    running.set(isSlow, runningIn(isSlow) + 1)
    bytes += delivery.bytes
  }
  const end = ({ delivery, isSlow }: Picked): void => {
    running.set(isSlow, runningIn(isSlow) - 1)
    bytes -= delivery.bytes
  }

  /** Results that cannot be saved stay for the next time. */
  async function synchronize(): Promise<Exchanged> {
    // A copy: requests end while this is saved.
    const saving = [...results]
    const exchanged = await exchange({ store, now, wanted }, saving)
    results = results.slice(saving.length)
    for (const { hookId, result } of saving) lanes.get(hookId)?.saved(result.delivery)
    for (const { hookId, outcome } of saving) report(hookId, outcome.disables)
    // A build that was requested now replaces those that wait for a retry.
    for (const id of exchanged.built) lanes.get(id)?.drop()
    fill(exchanged)
    return exchanged
  }

  const wanted = (hook: WebhookRecord): number => (lanes.get(hook.id) ?? createLane(hook)).wanted()

  function report(hookId: number, disabled: string | undefined): void {
    const lane = lanes.get(hookId)
    if (!disabled || !lane || lane.hook.disabledAt !== null) return
    lane.hook = { ...lane.hook, disabledAt: now() }
    lane.drop()
    const reason =
      disabled === 'gone' ? 'its target returned 410' : 'no delivery succeeded for five days'
    log(`Disabled webhook ${hookId} "${lane.hook.name}": ${reason}`)
  }

  function fill({ hooks, loaded }: Exchanged): void {
    const byId = new Map(hooks.map((hook) => [hook.id, hook]))
    for (const [id, lane] of lanes) updateLane(lane, byId.get(id))
    for (const { hook, firsts, retries } of loaded) {
      lanes.getOrInsertComputed(hook.id, () => createLane(hook)).add(firsts, retries)
    }
  }

  function updateLane(lane: Lane, hook: WebhookRecord | undefined): void {
    if (hook) lane.hook = hook
    if (!hook || hook.disabledAt !== null) lane.drop()
    if (lane.isIdle()) lanes.delete(lane.hook.id)
  }

  /** Picks deliveries that may start now, one of each webhook at a time. */
  function pick(): Picked[] {
    const picked: Picked[] = []
    let open = [...lanes.values()]
    while (open.length > 0) {
      open = open.filter((lane) => {
        const isSlow = lane.isSlow()
        const delivery = isFull(isSlow) ? undefined : lane.next(now())
        if (!delivery) return false
        const one = { lane, delivery, isSlow }
        begin(one)
        picked.push(one)
        return true
      })
    }
    return picked
  }

  function isFull(isSlow: boolean): boolean {
    return runningIn(isSlow) >= (isSlow ? mostAtOnceSlow : mostAtOnce) || bytes >= mostBytes
  }

  async function start(signal: AbortSignal): Promise<void> {
    const picked = pick()
    if (picked.length === 0) return
    const ids = [...new Set(picked.map(({ delivery }) => delivery.eventId))]
    const events = await store
      .read((tx) => tx.webhooks.events(ids))
      .catch((error: unknown) => {
        for (const one of picked) putBack(one)
        throw error
      })
    const byId = new Map(events.map((event) => [event.id, event]))
    for (const one of picked) {
      const event = byId.get(one.delivery.eventId)
      if (event) void send(one, event, signal)
      else skip(one)
    }
  }

  function putBack(one: Picked): void {
    one.lane.putBack(one.delivery)
    end(one)
  }

  /** The event was removed with its webhook. */
  function skip(one: Picked): void {
    const { lane, delivery } = one
    lane.ended(delivery, undefined, 0, now())
    lane.saved(delivery)
    end(one)
  }

  async function send(one: Picked, event: RecordedEvent, signal: AbortSignal): Promise<void> {
    const { lane, delivery } = one
    const attempted = await attempt(options, lane.hook, delivery, event, signal)
    end(one)
    const { reply, duration, outcome } = attempted
    lane.ended(delivery, outcome.isSuccess ? undefined : reply, duration, now())
    // An attempt that was aborted did not fail: the next process makes it again.
    if (signal.aborted && reply.status === null) lane.saved(delivery)
    else {
      const { failingSince } = outcome
      if (failingSince !== undefined) lane.hook = { ...lane.hook, failingSince }
      results.push(attempted)
      options.onAttempt?.(outcome.isSuccess)
    }
    pause.end()
  }

  async function step(signal: AbortSignal): Promise<number> {
    if (clock.now() < nextCommit) {
      // Fills the places of requests that have ended.
      await start(signal)
      return Math.max(0, nextCommit - clock.now())
    }
    nextCommit = clock.now() + commitPause
    const { hasMore, nextRetry } = await synchronize()
    if (hasMore) nextCommit = 0
    await start(signal)
    const waiting = [...lanes.values()].filter((lane) => !isFull(lane.isSlow()))
    const ready = Math.min(nextRetry, ...waiting.map((lane) => lane.readyAt()))
    return hasMore ? 0 : Math.max(0, Math.min(pollPause, ready - now()))
  }

  /** Returns how long to pause. */
  async function safeStep(signal: AbortSignal): Promise<number> {
    try {
      const wait = await step(signal)
      if (isFailing) log('Recovered: can deliver webhooks again')
      isFailing = false
      return wait
    } catch (error) {
      if (!isFailing && !signal.aborted) {
        log(`Cannot deliver webhooks: ${error instanceof Error ? error.message : String(error)}`)
      }
      isFailing = true
      return failurePause
    }
  }

  /** Waits for running requests, then saves what is known. */
  async function finish(abort: AbortController): Promise<void> {
    const cancel = clock.callAfter(finishTime, () => {
      abort.abort()
      pause.end()
    })
    while (runningIn(true) + runningIn(false) > 0) await pause.wait(finishTime)
    cancel()
    await store.write((tx) => saveResults(tx, results, now())).catch(() => {})
    lanes.clear()
    results = []
  }

  return {
    wake: () => pause.end(),
    async run(signal) {
      const abort = new AbortController()
      signal.addEventListener('abort', pause.end)
      while (!signal.aborted) {
        const wait = await safeStep(abort.signal)
        if (!signal.aborted) await pause.wait(wait)
      }
      await finish(abort)
    },
  }
}
