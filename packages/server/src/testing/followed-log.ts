import type { Store } from '../store/store.ts'
import { eventually } from './eventually.ts'

export interface FollowedLog {
  readonly store: Store
  /** Resolves when the user of this store has handled everything that is in the change log now. */
  caughtUp(): Promise<void>
}

/** More than any test makes. */
const most = 100_000

/** The same store, which notes the changes that its user has read since it opened the change log. */
export function followedLog(store: Store): FollowedLog {
  let start: number | undefined
  // The order of the log can differ from that of the numbers, if transactions run at the same time.
  const read = new Set<number>()
  const openLog: Store['openLog'] = async (signals) => {
    start ??= await store.read((tx) => tx.changes.latest())
    const log = await store.openLog(signals)
    return {
      ...log,
      read: (position, onPage) =>
        log.read(position, (page) => {
          onPage(page)
          for (const { seq } of page.changes) read.add(seq)
        }),
    }
  }
  return {
    store: { ...store, openLog },
    async caughtUp() {
      const made = await store.read((tx) => tx.changes.after(start ?? 0, most))
      await eventually(() => made.every(({ seq }) => read.has(seq)))
    },
  }
}
