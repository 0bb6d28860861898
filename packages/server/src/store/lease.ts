/** The right to do named work, held by at most one process of an installation at a time. */

export interface Lease {
  /**
   * Takes the lease where it is free, and renews it where this process holds it. One that has run out is
   * reported as lost first, whether or not another process has held it since.
   */
  take(): Promise<LeaseState>
  /** Whether no other process can hold the lease right now. Does not ask the database. */
  isHeld(): boolean
  /** The position in the change log that was saved under this name; '' where there is none. */
  loadPosition(): Promise<string>
  /** Throws LeaseLost where another process may have taken the lease. */
  savePosition(position: string): Promise<void>
  /** Lets another process take the lease at once. */
  release(): Promise<void>
}

export interface LeaseState {
  readonly isHeld: boolean
  /** In milliseconds, when to call `take` again: to renew the lease, or because it may be free then. */
  readonly takeAgainAfter: number
}

export interface LeaseClock {
  /** In milliseconds; never goes back. */
  now(): number
  /** The clock of the database, which all processes share. Tests replace it. */
  databaseNow?(): number
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'

  constructor(name: string) {
    super(`another process took the lease "${name}"`)
  }
}
