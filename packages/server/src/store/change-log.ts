/** Reads the change log on a connection that does not serve requests. */
import type { Change } from './records.ts'

export interface ChangeLog {
  /** The current end of the log. */
  position(): Promise<string>
  /**
   * Passes each change that was committed after a position to `onChanges` once, and returns the new
   * position. Throws LostPosition if the position belongs to another log.
   */
  read(position: string, onChanges: (changes: readonly Change[]) => void): Promise<string>
  /** The first changes committed after a position, in order. Throws LostPosition like `read`. */
  next(position: string): Promise<LogPage>
  /**
   * The position after changes that this process has just committed in one transaction, if it is known
   * without a query: only if they directly follow the given position.
   */
  after(position: string, changes: readonly Change[]): string | undefined
  /**
   * Whether there are committed changes that `read` has not returned yet, if that can be checked
   * synchronously.
   */
  hasMore?(): boolean
  close(): Promise<void>
}

export interface LogPage {
  readonly changes: readonly Change[]
  /** The position after these changes. */
  readonly position: string
  /** Whether more committed changes follow. */
  readonly hasMore: boolean
}

export interface Signals {
  /** A process committed something. May fire without a change, and may miss one. */
  onCommit(): void
  /** The log cannot be read any more and must be reopened. */
  onBroken(error: Error): void
}

/** The position was taken in another database, or the database lost committed changes. */
export class LostPosition extends Error {
  override name = 'LostPosition'
}
