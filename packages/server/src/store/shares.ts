/** Places for reads, shared out between root spaces: none of them can take all. */
import { tooManyWaiting, type Reader } from './reader.ts'
import type { Watch } from './watch.ts'

export interface ShareLimits {
  /** Reads at the same time. */
  readonly total: number
  readonly perRoot: number
  /** Of one key or account. */
  readonly perCaller: number
  /** Reads of one root space that wait for a place; more are refused. */
  readonly mostWaiting: number
}

export interface Shares {
  /** Waits for a place; gives what frees it. */
  take(reader: Reader): Promise<() => void>
}

interface Root {
  active: number
  readonly callers: Map<string, number>
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly reader: Reader
  start(): void
}

export function createShares(limits: ShareLimits, watch: Watch): Shares {
  /** Those that were served last come last. */
  const roots = new Map<number, Root>()
  let active = 0

  function rootOf({ rootId }: Reader): Root {
    const known = roots.get(rootId) ?? { active: 0, callers: new Map(), waiting: [] }
    roots.set(rootId, known)
    return known
  }

  function canStart(root: Root, { caller }: Reader): boolean {
    return (
      active < limits.total &&
      root.active < limits.perRoot &&
      (root.callers.get(caller) ?? 0) < limits.perCaller
    )
  }

  function start(root: Root, { rootId, caller }: Reader): () => void {
    active++
    root.active++
    root.callers.set(caller, (root.callers.get(caller) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      active--
      root.active--
      const left = (root.callers.get(caller) ?? 1) - 1
      if (left > 0) root.callers.set(caller, left)
      else root.callers.delete(caller)
      forgetIdle(rootId, root)
      startWaiting()
    }
  }

  function forgetIdle(rootId: number, root: Root): void {
    if (root.active + root.waiting.length === 0) roots.delete(rootId)
  }

  function startWaiting(): void {
    for (const [rootId, root] of Array.from(roots)) {
      const at = root.waiting.findIndex(({ reader }) => canStart(root, reader))
      const [next] = at < 0 ? [] : root.waiting.splice(at, 1)
      if (!next) continue
      roots.delete(rootId)
      roots.set(rootId, root)
      next.start()
    }
  }

  function wait(root: Root, reader: Reader): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const unwatch = watch.add(reader, (why) => {
        root.waiting.splice(root.waiting.indexOf(waiting), 1)
        forgetIdle(reader.rootId, root)
        reject(why)
      })
      const waiting: Waiting = {
        reader,
        start() {
          unwatch()
          resolve(start(root, reader))
        },
      }
      root.waiting.push(waiting)
    })
  }

  return {
    async take(reader) {
      const root = rootOf(reader)
      // Reads that wait for other reads of their own caller do not block new ones.
      const isFirst = !root.waiting.some((one) => canStart(root, one.reader))
      if (isFirst && canStart(root, reader)) return start(root, reader)
      if (root.waiting.length >= limits.mostWaiting) throw tooManyWaiting()
      return wait(root, reader)
    },
  }
}
