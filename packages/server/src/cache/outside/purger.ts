/**
 * Tells a cache outside what to forget: from the change log, in order, from where the last one left
 * off, whichever process that was. One process does it, as long as it renews its lease.
 *
 * An answer that was computed before a change can reach the cache after the purge: from a node that
 * has not heard of the change yet, which takes it a quarter of a second, or over a slow connection. So
 * every purge is made again soon, and once more when such answers have long arrived. Only then the
 * position is saved.
 */
import { randomUUID } from 'node:crypto'
import { everythingTag, tagsOfChange } from '../../changes/tags.ts'
import { LostPosition, type ChangeLog } from '../../store/change-log.ts'
import type { Store } from '../../store/store.ts'
import { pauseAfter } from './backoff.ts'
import type { OutsideCache } from './outside-cache.ts'

export interface OutsidePurger {
  stop(): Promise<void>
}

export interface PurgerDeps {
  readonly store: Store
  readonly outside: OutsideCache
  log(line: string): void
  /** After so many milliseconds each a purge is repeated. */
  readonly echoesAfter?: readonly number[]
  /** For so many milliseconds the others believe that the one who purges lives. */
  readonly leaseTime?: number
}

const follower = 'outside cache'
const usualLeaseTime = 10_000
const idlePause = 500
/** For the database, which is our own. */
const longestPause = 500

interface Echo {
  position: string
  tags: string[]
  due: number
  isLast: boolean
}

/** The outside cache, not we or the database, is to blame. */
class Unheard extends Error {}

export function startOutsidePurger(deps: PurgerDeps): OutsidePurger {
  const { store, outside, log, echoesAfter = [300, 5_000], leaseTime = usualLeaseTime } = deps
  const holder = randomUUID()
  let isStopped = false
  let isAway = false
  let wake = (): void => {}
  let leasedUntil = 0
  let changes: ChangeLog | undefined
  let position = ''
  let echoes: Echo[] = []

  async function step(): Promise<void> {
    if (!(await hasLease())) return
    changes ??= await store.openLog({
      // While the outside cache is away, its own pace is kept.
      onCommit: () => !isAway && wake(),
      onBroken: () => void closeLog(),
    })
    const { next, tags } = await readOn(changes)
    if (tags.length > 0) {
      await purge(tags)
      const now = performance.now()
      for (const [index, after] of echoesAfter.entries()) {
        const isLast = index === echoesAfter.length - 1
        echoes.push({ position: next, tags, due: now + after, isLast })
      }
    }
    position = next
    await makeEchoes()
  }

  async function hasLease(): Promise<boolean> {
    const now = Date.now()
    if (leasedUntil - now > leaseTime / 2) return true
    const wasHolder = leasedUntil > now
    const until = now + leaseTime
    const found = await store.write((tx) => tx.followers.take(follower, holder, { now, until }))
    if (found === undefined) {
      leasedUntil = 0
      return false
    }
    leasedUntil = until
    // Another may have gone further meanwhile.
    if (!wasHolder) {
      position = found
      echoes = []
    }
    return true
  }

  async function readOn(open: ChangeLog): Promise<{ next: string; tags: string[] }> {
    const tags = new Set<string>()
    if (position !== '') {
      try {
        const next = await open.read(position, (read) => {
          for (const change of read) for (const tag of tagsOfChange(change)) tags.add(tag)
        })
        return { next, tags: [...tags] }
      } catch (error) {
        if (!(error instanceof LostPosition)) throw error
      }
    }
    return { next: await open.position(), tags: [everythingTag] }
  }

  async function purge(tags: readonly string[]): Promise<void> {
    try {
      await outside.purge(tags)
    } catch (cause) {
      throw new Unheard(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  async function makeEchoes(): Promise<void> {
    for (;;) {
      const echo = echoes.find(({ due }) => due <= performance.now())
      if (!echo) return
      await purge(echo.tags)
      const { position: heard } = echo
      if (echo.isLast) await store.write((tx) => tx.followers.save(follower, holder, heard))
      echoes = echoes.filter((other) => other !== echo)
    }
  }

  /** Until the next look at the log, or the next echo. */
  function idleTime(): number {
    const next = Math.min(...echoes.map(({ due }) => due)) - performance.now()
    return Math.max(0, Math.min(idlePause, next))
  }

  async function closeLog(): Promise<void> {
    const open = changes
    changes = undefined
    await open?.close().catch(() => {})
  }

  async function run(): Promise<void> {
    for (let failures = 0; !isStopped;) {
      let wait: number
      const signal = new Promise<void>((resolve) => (wake = resolve))
      try {
        await step()
        if (isAway) log(`${outside.name} hears of changes again`)
        isAway = false
        failures = 0
        wait = idleTime()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (!isAway) log(`${outside.name} does not hear of changes: ${reason}`)
        isAway = true
        const isUnheard = error instanceof Unheard
        const longest = isUnheard ? outside.longestPause : longestPause
        wait = pauseAfter(++failures, longest, isUnheard ? error.cause : error)
        if (!isUnheard) await closeLog()
      }
      await pause(wait, signal)
    }
  }

  /** Waits, or is woken. Who purges goes on being the one: another would begin at short pauses. */
  async function pause(wait: number, signal: Promise<void>): Promise<void> {
    let isWoken = false
    const woken = signal.then(() => (isWoken = true))
    for (let left = wait, end = performance.now() + wait; left > 0 && !isStopped;) {
      await Promise.race([woken, timeOut(Math.min(left, leaseTime / 3))])
      if (isWoken) return
      left = end - performance.now()
      if (left > 0 && leasedUntil > 0) await hasLease().catch(() => false)
    }
  }

  function timeOut(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
    })
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      wake()
      await running
      await closeLog()
      // The next one need not wait for the lease to run out.
      await store.write((tx) => tx.followers.release(follower, holder)).catch(() => {})
    },
  }
}
