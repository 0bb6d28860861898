/** Reads the change log on a connection that does not serve requests. */
import type { Change } from './records.ts'

export interface ChangeLog {
  /** The current end of the log. */
  position(): Promise<string>
  /**
   * Passes each change that was committed after a position to `onPage` once, and returns the new position.
   * A page without changes is passed only if the page before it has announced more. Throws LostPosition if the
   * position belongs to another log.
   */
  read(position: string, onPage: (page: LogPage) => void): Promise<string>
  /**
   * The first changes committed after a position, in order, and with `upTo` not after that position.
   * Throws LostPosition like `read`.
   */
  next(position: string, upTo?: string): Promise<LogPage>
  /**
   * The page of changes that this process has just committed in one transaction, if its position is known
   * without a query: only if they directly follow the given position.
   */
  after(position: string, changes: readonly Change[]): LogPage | undefined
  /**
   * Whether there are committed changes that `read` has not returned yet, if that can be checked
   * synchronously.
   */
  hasMore?(): boolean
  close(): Promise<void>
}

export interface LogPage {
  readonly changes: readonly Change[]
  /**
   * The position before these changes. A page that is read from it begins with the same changes, although
   * others were committed since.
   */
  readonly start: string
  /** The position after these changes. */
  readonly position: string
  /** Whether another page follows, which may be empty. */
  readonly hasMore: boolean
  /** The position after the change with this index. */
  positionAfter(index: number): string
}

export interface Signals {
  /** Something was committed: with `isOwn`, by this process. May fire without a change, and may miss one. */
  onCommit(isOwn: boolean): void
  /** The log cannot be read any more and must be reopened. */
  onBroken(error: Error): void
}

/** The position was taken in another database, or the database lost committed changes. */
export class LostPosition extends Error {
  override name = 'LostPosition'
}
