/** Jobs that run in one process of the installation. Any process can take over. */
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { startLeasedWork, type Running } from './leased-work.ts'
import { repeat, type Repeated } from './repeat.ts'

export interface Job extends Repeated {
  /** The name of the lease. Must not change between versions. */
  readonly name: string
  readonly store: Pick<Store, 'openLease'>
  readonly clock: Clock
}

/** Runs the job when this process gets the lease, and then at intervals while it holds it. */
export function startJob(job: Job): Running {
  const { name, store, clock, onError } = job
  return startLeasedWork({
    lease: store.openLease(name, clock),
    clock,
    work: (signal) => repeat(job, signal),
    onError,
  })
}
