import type { Store } from '../store/store.ts'
import { eventually } from './eventually.ts'

export interface FollowedLog {
  readonly store: Store
  /** Resolves when the user of this store has handled everything that is in the change log now. */
  caughtUp(): Promise<void>
}

/** The same store, which notes how far its user has read the change log. */
export function followedLog(store: Store): FollowedLog {
  let reached = 0
  const openLog: Store['openLog'] = async (signals) => {
    const log = await store.openLog(signals)
    return {
      ...log,
      read: (position, onPage) =>
        log.read(position, (page) => {
          onPage(page)
          reached = page.changes.at(-1)?.seq ?? reached
        }),
    }
  }
  return {
    store: { ...store, openLog },
    async caughtUp() {
      const latest = await store.read((tx) => tx.changes.latest())
      await eventually(() => reached >= latest)
    },
  }
}
