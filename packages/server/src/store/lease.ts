/** A lease on named work, held by at most one process of an installation at a time. */

export interface Lease {
  /**
   * Takes the lease if it is free, and renews it if this process holds it. An expired lease is reported as
   * lost first, even if no other process has held it since.
   */
  take(): Promise<LeaseState>
  /** Whether this process holds the lease right now. Does not query the database. */
  isHeld(): boolean
  /** The position in the change log that was saved for this lease; '' if there is none. */
  loadPosition(): Promise<string>
  /** Throws LeaseLost if another process may have taken the lease. */
  savePosition(position: string): Promise<void>
  /** Lets another process take the lease at once. */
  release(): Promise<void>
}

export interface LeaseState {
  readonly isHeld: boolean
  /** Milliseconds until the next call of `take`: to renew the lease, or because it may be free then. */
  readonly takeAgainAfter: number
}

export interface LeaseClock {
  /** Monotonic time in milliseconds. */
  now(): number
  /** The clock of the database, shared by all processes. Only tests override it. */
  databaseNow?(): number
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'

  constructor(name: string) {
    super(`another process took the lease "${name}"`)
  }
}
