/** Jobs that run in one process of the installation. Any process can take over. */
import type { Lease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { startLeasedWork, type Running } from './leased-work.ts'
import { repeat, type Repeated } from './repeat.ts'

export interface Job extends Omit<Repeated, 'run'> {
  /** The name of the lease. Must not change between versions. */
  readonly name: string
  readonly store: Pick<Store, 'openLease'>
  readonly clock: Clock
  /** The lease also stores a position for the job. */
  run(signal: AbortSignal, lease: Lease): Promise<void>
}

/** Runs the job when this process gets the lease, and then at intervals while it holds it. */
export function startJob(job: Job): Running {
  const { name, store, clock, onError } = job
  const lease = store.openLease(name, clock)
  const repeated = { ...job, run: (signal: AbortSignal) => job.run(signal, lease) }
  return startLeasedWork({
    lease,
    clock,
    work: (signal) => repeat(repeated, signal),
    onError,
  })
}
