/** Places for reads, shared out between root spaces: none of them can take all. */
import { createScheduler, type Bounds } from '../scheduling/scheduler.ts'
import { tooManyWaiting, type Reader } from './reader.ts'
import type { Watch } from './watch.ts'

export interface ShareLimits {
  /** Reads at the same time: of all, of a root space, of a key or account. */
  readonly running: Bounds
  /** Reads of one root space that wait for a place; more are refused. */
  readonly mostWaiting: number
}

/** Waits for a place; gives what frees it. */
export type TakeShare = (reader: Reader) => Promise<() => void>

export function createShares({ running, mostWaiting }: ShareLimits, watch: Watch): TakeShare {
  const waiting = { perGroup: mostWaiting }
  const scheduler = createScheduler({ running, waiting, overloaded: tooManyWaiting })
  return (reader) =>
    scheduler.take({
      group: reader.rootId,
      member: reader.caller,
      whileWaiting: (end) => watch.add(reader, end),
    })
}
