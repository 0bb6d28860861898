import type { Store } from '../store/store.ts'

/**
 * The same store, whose leases do not expire. A process that stalls loses its lease and then repeats work,
 * which tests of that work do not expect.
 */
export function withLastingLeases(store: Store): Store {
  return { ...store, openLease: (name) => store.openLease(name, { now: () => 0 }) }
}
