import type { Lease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { FakeClock } from './fake-clock.ts'

/** The part of a store that consumers and jobs use, on a clock that waits for each operation. */
export function timedStore(store: Store, clock: FakeClock): Pick<Store, 'openLease' | 'openLog'> {
  return {
    async openLog(signals) {
      const log = await clock.during(() => store.openLog(signals))
      return {
        ...log,
        position: () => clock.during(log.position),
        next: (position) => clock.during(() => log.next(position)),
        close: () => clock.during(log.close),
      }
    },
    openLease(name, { now }): Lease {
      const lease = store.openLease(name, { now, databaseNow: clock.now })
      return {
        isHeld: lease.isHeld,
        take: () => clock.during(lease.take),
        loadPosition: () => clock.during(lease.loadPosition),
        savePosition: (position) => clock.during(() => lease.savePosition(position)),
        release: () => clock.during(lease.release),
      }
    },
  }
}
