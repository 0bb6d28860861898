/**
 * Writes that wait for each other anyway share a transaction: what makes a write last on disk then happens
 * once for all of them, and readers see one change. Each is undone by itself where it fails, and none is
 * told that it succeeded before all of them are on disk.
 */
export interface Writer<Place> {
  /** Waits until nobody else writes. */
  begin(): Promise<void>
  commit(): void
  rollback(): void
  /** A mark to go back to. */
  mark(): void
  dropMark(): void
  backToMark(): void
  readonly place: Place
}

export interface GroupedWrites<Place> {
  write<T>(work: (place: Place) => Promise<T>): Promise<T>
  /** When all that was asked for is done. */
  end(): Promise<void>
}

/** So that nobody waits long for those behind. */
const mostTogether = 32

export function groupedWrites<Place>(writer: Writer<Place>): GroupedWrites<Place> {
  const waiting: Waiting<Place>[] = []
  let underWay: Promise<void> | undefined

  /** When all that have arrived are there, until nobody waits any more. */
  async function writeAll(): Promise<void> {
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const group: Waiting<Place>[] = []
      try {
        await writer.begin()
        const outcomes = await writeGroup(group)
        writer.commit()
        for (const tell of outcomes) tell()
      } catch (error) {
        writer.rollback()
        // Where it could not even begin, it is the first who waited for it.
        if (group.length === 0) group.push(...waiting.splice(0, 1))
        for (const { fail } of group) fail(error)
      }
    }
    underWay = undefined
  }

  /** Those who came while others of the group were written are in it, too. */
  async function writeGroup(group: Waiting<Place>[]): Promise<(() => void)[]> {
    const outcomes: (() => void)[] = []
    while (group.length < mostTogether) {
      const next = waiting.shift()
      if (!next) break
      group.push(next)
      // A mark makes the database copy every page that changes. The first is undone with all there is.
      const hasMark = group.length > 1
      if (hasMark) writer.mark()
      const outcome = await next.write(writer.place)
      if ('error' in outcome) {
        if (!hasMark) throw outcome.error
        undo(outcome.error)
      }
      if (hasMark) writer.dropMark()
      outcomes.push(outcome.tell)
    }
    return outcomes
  }

  function undo(error: unknown): void {
    try {
      writer.backToMark()
    } catch {
      // What happened, a full disk for one, has undone all of the transaction.
      throw error
    }
  }

  return {
    write(work) {
      return new Promise((resolve, reject) => {
        waiting.push({
          write: (place) =>
            work(place).then(
              (result) => ({ tell: () => resolve(result) }),
              (error: unknown) => ({ error, tell: () => reject(error) }),
            ),
          fail: reject,
        })
        underWay ??= writeAll()
      })
    },
    end: () => underWay ?? Promise.resolve(),
  }
}

interface Waiting<Place> {
  /** `tell` is called once it is certain. */
  write(place: Place): Promise<{ tell(): void } | { tell(): void; error: unknown }>
  fail(error: unknown): void
}
