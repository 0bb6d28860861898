/** Follows the change log for one process: in order, each change once, never one left out. */
import { LostPosition, type ChangeLog } from '../store/change-log.ts'
import type { Change } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface ChangeFeed {
  /** Resolves when all that was committed before the call was handed over, or cannot be read. */
  catchUp(): Promise<void>
  /**
   * Whether all that is committed was handed over; where several machines write, all that was committed
   * until a moment ago.
   */
  isCurrent(): boolean
  stop(): Promise<void>
}

export interface Follower {
  onChanges(changes: readonly Change[]): void
  /** Nobody knows what changed: everything may have. */
  onLost(): void
  log(line: string): void
}

/** Signals tell of commits at once; this is how soon they are seen where a signal got lost. */
const pollPause = 250
const usualLag = 1_000
const firstPause = 100
const longestPause = 2_000

export interface FeedOptions {
  /** Who has not looked for so many milliseconds does not know what holds. */
  longestLag?: number | undefined
}

export async function startFeed(
  store: Store,
  follower: Follower,
  { longestLag = usualLag }: FeedOptions = {},
): Promise<ChangeFeed> {
  let log: ChangeLog | undefined
  let position: string | undefined
  let seenUpTo = -Infinity
  let isStopped = false
  let isAway = false
  let pause = firstPause
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function look(): Promise<void> {
    const now = performance.now()
    try {
      log ??= await store.openLog({ onCommit: () => void catchUp(), onBroken })
      position = await readOn(log)
      seenUpTo = now
      pause = firstPause
      if (isAway) follower.log('the change log can be read again')
      isAway = false
    } catch (error) {
      onBroken(error as Error)
    }
  }

  async function readOn(open: ChangeLog): Promise<string> {
    if (position !== undefined) {
      try {
        return await open.read(position, (changes) => follower.onChanges(changes))
      } catch (error) {
        if (!(error instanceof LostPosition)) throw error
      }
    }
    const start = await open.position()
    follower.onLost()
    return start
  }

  function onBroken({ message }: Error): void {
    const broken = log
    log = undefined
    seenUpTo = -Infinity
    if (!isAway && !isStopped) follower.log(`the change log cannot be read: ${message}`)
    isAway = true
    broken?.close().catch(() => {})
  }

  /** A look that began before the call may have missed what the caller means: the next one counts. */
  function catchUp(): Promise<void> {
    if (isStopped) return running ?? Promise.resolve()
    if (next) return next
    if (!running) return (running = run())
    return (next = running.then(() => {
      next = undefined
      return (running = run())
    }))
  }

  /** What this process has written itself need not be looked for, where it is the next. */
  async function afterWrite(written: readonly Change[]): Promise<void> {
    const known = running || isStopped ? undefined : position
    const reached = known === undefined ? undefined : log?.after(known, written)
    if (reached === undefined) return catchUp()
    position = reached
    follower.onChanges(written)
  }

  async function run(): Promise<void> {
    await look()
    running = undefined
  }

  function schedule(): void {
    if (isStopped) return
    const wait = isAway ? pause : pollPause
    pause = isAway ? Math.min(pause * 2, longestPause) : firstPause
    timer = setTimeout(() => void catchUp().then(schedule), wait)
    timer.unref()
  }

  const forget = store.afterWrite(afterWrite)
  await catchUp()
  schedule()

  return {
    catchUp,
    isCurrent: () => performance.now() - seenUpTo < longestLag && log?.hasMore?.() !== true,
    async stop() {
      isStopped = true
      forget()
      clearTimeout(timer)
      await next
      await running
      seenUpTo = -Infinity
      const open = log
      log = undefined
      await open?.close()
    },
  }
}
