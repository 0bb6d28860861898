/**
 * Tells a cache outside what to forget: from the change log, in order, from where the last one left
 * off, whichever process that was. One process does it, as long as it renews its lease.
 *
 * An answer that was computed before a change can reach the cache after the purge. So every purge is
 * made a second time, when such answers have long arrived, and only then the position is saved.
 */
import { randomUUID } from 'node:crypto'
import { everythingTag, tagsOfChange } from '../../changes/tags.ts'
import { LostPosition, type ChangeLog } from '../../store/change-log.ts'
import type { Store } from '../../store/store.ts'
import type { OutsideCache } from './outside-cache.ts'

export interface OutsidePurger {
  stop(): Promise<void>
}

export interface PurgerDeps {
  readonly store: Store
  readonly outside: OutsideCache
  log(line: string): void
  /** After so many milliseconds a purge is repeated. */
  readonly echoAfter?: number
}

const follower = 'outside cache'
const leaseTime = 10_000
const idlePause = 500
const firstPause = 100
const longestPause = 10_000

interface Echo {
  position: string
  tags: string[]
  due: number
}

export function startOutsidePurger(deps: PurgerDeps): OutsidePurger {
  const { store, outside, log, echoAfter = 5_000 } = deps
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
    changes ??= await store.openLog({ onCommit: () => wake(), onBroken: () => void closeLog() })
    const { next, tags } = await readOn(changes)
    if (tags.length > 0) {
      await outside.purge(tags)
      echoes.push({ position: next, tags, due: performance.now() + echoAfter })
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

  async function makeEchoes(): Promise<void> {
    for (;;) {
      const [echo] = echoes
      if (!echo || echo.due > performance.now()) return
      await outside.purge(echo.tags)
      await store.write((tx) => tx.followers.save(follower, holder, echo.position))
      echoes.shift()
    }
  }

  async function closeLog(): Promise<void> {
    const open = changes
    changes = undefined
    await open?.close().catch(() => {})
  }

  async function run(): Promise<void> {
    for (let pause = firstPause; !isStopped;) {
      let wait = idlePause
      const signal = new Promise<void>((resolve) => (wake = resolve))
      try {
        await step()
        if (isAway) log(`${outside.name} hears of changes again`)
        isAway = false
        pause = firstPause
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (!isAway) log(`${outside.name} does not hear of changes: ${reason}`)
        isAway = true
        wait = pause
        pause = Math.min(pause * 2, longestPause)
        await closeLog()
      }
      if (!isStopped) await Promise.race([signal, timeOut(wait)])
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
