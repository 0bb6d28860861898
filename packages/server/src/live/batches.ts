/**
 * Divides the change log into batches: one change, or changes that one transaction made together. The batches
 * depend only on the log, so that a reader that resumes between two batches finds the same ones.
 */
import type { LogPage } from '../store/change-log.ts'
import type { Change } from '../store/records.ts'

export interface ChangeBatch {
  readonly changes: readonly Change[]
  /** The position before the first change. A reader that starts there finds this batch first. */
  readonly before: string
}

/** Longer transactions are divided, so that an event has a bounded size. */
const maxBatch = 250

export interface Batcher {
  /** Returns the complete batches. The rest is returned with the next page. */
  add(page: LogPage): ChangeBatch[]
  /** The position after all batches that were returned. */
  position(): string
}

export function createBatcher(start: string): Batcher {
  /** The position after the last change that was added. */
  let position = start
  let open: { changes: Change[]; before: string } | undefined

  return {
    position: () => open?.before ?? position,
    add(page) {
      const batches: ChangeBatch[] = []
      const close = (): void => {
        if (open) batches.push(open)
        open = undefined
      }
      for (const [index, change] of page.changes.entries()) {
        const last = open?.changes.at(-1)
        if (!last || !isTogether(last, change) || open?.changes.length === maxBatch) close()
        open ??= { changes: [], before: index === 0 ? page.start : position }
        open.changes.push(change)
        position = page.positionAfter(index)
      }
      if (page.hasMore) return batches
      close()
      position = page.position
      return batches
    },
  }
}

/** Entries of versions without batches have the batch 0. */
function isTogether(one: Change, other: Change): boolean {
  return one.batch === other.batch && one.batch !== 0
}
