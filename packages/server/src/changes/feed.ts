/** Follows the change log in one process: delivers each change once, in order, without gaps. */
import { LostPosition, type ChangeLog, type LogPage } from '../store/change-log.ts'
import type { Change } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface ChangeFeed {
  /** Resolves when everything committed before the call was delivered, or cannot be read. */
  catchUp(): Promise<void>
  /**
   * Whether everything committed was delivered. If several machines write, everything up to `longestLag` ago.
   */
  isCurrent(): boolean
  stop(): Promise<void>
}

export interface Follower {
  onChanges(page: LogPage): void
  /** Changes were missed, so anything may have changed. The feed continues after this position. */
  onLost(position: string): void
  log(line: string): void
}

/** Commits are signalled; this is how soon they are found if a signal was lost, in milliseconds. */
const pollPause = 250
const defaultLag = 1_000
const firstPause = 100
const longestPause = 2_000

export interface FeedOptions {
  /** The feed is not current if its last version check is longer ago, in milliseconds. */
  longestLag?: number | undefined
}

export async function startFeed(
  store: Store,
  follower: Follower,
  { longestLag = defaultLag }: FeedOptions = {},
): Promise<ChangeFeed> {
  let log: ChangeLog | undefined
  let position: string | undefined
  let checkedAt = -Infinity
  let isStopped = false
  let isFailing = false
  let pause = firstPause
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function read(): Promise<void> {
    const now = performance.now()
    try {
      log ??= await store.openLog({ onCommit, onBroken })
      position = await readFrom(log)
      checkedAt = now
      pause = firstPause
      if (isFailing) follower.log('The change log can be read again')
      isFailing = false
    } catch (error) {
      onBroken(error as Error)
    }
  }

  /** Own commits are read after the write. */
  function onCommit(isOwn: boolean): void {
    if (!isOwn) void catchUp()
  }

  async function readFrom(open: ChangeLog): Promise<string> {
    if (position !== undefined) {
      try {
        return await open.read(position, onPage)
      } catch (error) {
        if (!(error instanceof LostPosition)) throw error
      }
    }
    const start = await open.position()
    follower.onLost(start)
    return start
  }

  /** The position moves with each page, so that no page is delivered twice if the next one fails. */
  function onPage(page: LogPage): void {
    position = page.position
    follower.onChanges(page)
  }

  function onBroken({ message }: Error): void {
    const broken = log
    log = undefined
    checkedAt = -Infinity
    if (!isFailing && !isStopped) follower.log(`Cannot read the change log: ${message}`)
    isFailing = true
    broken?.close().catch(() => {})
  }

  /** A running read may have started before the commit of the caller, so the next one is awaited. */
  function catchUp(): Promise<void> {
    if (isStopped) return running ?? Promise.resolve()
    if (next) return next
    if (!running) return (running = run())
    return (next = running.then(() => {
      next = undefined
      return (running = run())
    }))
  }

  /** Changes of this process need no read of the log if they directly follow the position. */
  async function afterWrite(written: readonly Change[]): Promise<void> {
    const current = running || isStopped ? undefined : position
    const page = current === undefined ? undefined : log?.after(current, written)
    if (page === undefined) return catchUp()
    onPage(page)
  }

  async function run(): Promise<void> {
    await read()
    running = undefined
  }

  function schedule(): void {
    if (isStopped) return
    const wait = isFailing ? pause : pollPause
    pause = isFailing ? Math.min(pause * 2, longestPause) : firstPause
    timer = setTimeout(() => void catchUp().then(schedule), wait)
    timer.unref()
  }

  const unsubscribe = store.afterWrite(afterWrite)
  await catchUp()
  schedule()

  return {
    catchUp,
    isCurrent: () => performance.now() - checkedAt < longestLag && log?.hasMore?.() !== true,
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      await next
      await running
      checkedAt = -Infinity
      const open = log
      log = undefined
      await open?.close()
    },
  }
}
