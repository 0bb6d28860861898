/** Following the change log, apart from the connections that serve requests. */
import type { Change } from './records.ts'

export interface ChangeLog {
  /** Where the log stands now. */
  position(): Promise<string>
  /**
   * Hands over all that was committed after a position, each change once, and returns where the log
   * stands then. Throws LostPosition where the position is of another log.
   */
  read(position: string, onChanges: (changes: readonly Change[]) => void): Promise<string>
  /** The first changes committed after a position, in order. Throws LostPosition as `read` does. */
  next(position: string): Promise<LogPage>
  /**
   * Where the log stands after changes that this process has just committed together, if that can be
   * told without a look: only if they are the next after a position.
   */
  after(position: string, changes: readonly Change[]): string | undefined
  /** Whether something is committed that `read` has not handed over, where that can be told at once. */
  hasMore?(): boolean
  close(): Promise<void>
}

export interface LogPage {
  readonly changes: readonly Change[]
  /** After these changes. */
  readonly position: string
  /** Whether more changes were committed already. */
  readonly hasMore: boolean
}

export interface Signals {
  /** Something was committed, by whichever process: sometimes without need, and perhaps not always. */
  onCommit(): void
  /** The log cannot be read any more and has to be opened anew. */
  onBroken(error: Error): void
}

/** The database is not the one in which the position was taken, or lost what it had committed. */
export class LostPosition extends Error {
  override name = 'LostPosition'
}
