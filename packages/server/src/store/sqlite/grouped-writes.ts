/**
 * Groups waiting writes into one transaction: the sync to disk happens once for all of them, and readers
 * see one change. A failed write is rolled back alone, and none is reported as successful before all of
 * them are on disk.
 */
export interface Writer<Connection> {
  /** Waits until no other connection writes. */
  begin(): Promise<void>
  commit(): void
  rollback(): void
  /** Sets a savepoint. */
  setSavepoint(): void
  releaseSavepoint(): void
  rollbackToSavepoint(): void
  readonly connection: Connection
}

export interface GroupedWrites<Connection> {
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Resolves when all requested writes are done. */
  end(): Promise<void>
}

/** Limits the time that a write waits for the others of its group. */
const maxGroupSize = 32

export function groupedWrites<Connection>(writer: Writer<Connection>): GroupedWrites<Connection> {
  const waiting: Waiting<Connection>[] = []
  let running: Promise<void> | undefined

  /** Writes groups until none is waiting. It starts after all writes of this turn have arrived. */
  async function writeAll(): Promise<void> {
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const group: Waiting<Connection>[] = []
      try {
        await writer.begin()
        const outcomes = await writeGroup(group)
        writer.commit()
        for (const report of outcomes) report()
      } catch (error) {
        writer.rollback()
        // If `begin` failed, the error goes to the first waiting write.
        if (group.length === 0) group.push(...waiting.splice(0, 1))
        for (const { fail } of group) fail(error)
      }
    }
    running = undefined
  }

  /** Includes writes that arrive while others of the group are running. */
  async function writeGroup(group: Waiting<Connection>[]): Promise<(() => void)[]> {
    const outcomes: (() => void)[] = []
    while (group.length < maxGroupSize) {
      const next = waiting.shift()
      if (!next) break
      group.push(next)
      // With a savepoint, the database copies every page that changes. The first write needs none: it is
      // rolled back with the transaction.
      const hasSavepoint = group.length > 1
      if (hasSavepoint) writer.setSavepoint()
      const outcome = await next.write(writer.connection)
      if ('error' in outcome) {
        if (!hasSavepoint) throw outcome.error
        undo(outcome.error)
      }
      if (hasSavepoint) writer.releaseSavepoint()
      outcomes.push(outcome.report)
    }
    return outcomes
  }

  function undo(error: unknown): void {
    try {
      writer.rollbackToSavepoint()
    } catch {
      // The error, for example a full disk, has already rolled back the whole transaction.
      throw error
    }
  }

  return {
    write(work) {
      return new Promise((resolve, reject) => {
        waiting.push({
          write: (connection) =>
            work(connection).then(
              (result) => ({ report: () => resolve(result) }),
              (error: unknown) => ({ error, report: () => reject(error) }),
            ),
          fail: reject,
        })
        running ??= writeAll()
      })
    },
    end: () => running ?? Promise.resolve(),
  }
}

interface Waiting<Connection> {
  /** `report` is called once the outcome is final. */
  write(connection: Connection): Promise<{ report(): void } | { report(): void; error: unknown }>
  fail(error: unknown): void
}
