/** Limits concurrent reads so that no root space can use all slots. */
import { createScheduler, type Bounds } from '../scheduling/scheduler.ts'
import { tooManyWaiting, type Reader } from './reader.ts'
import type { Watch } from './watch.ts'

export interface ShareLimits {
  /** Concurrent reads: in total, for a root space, for a key or account. */
  readonly running: Bounds
  /** Reads of one root space that may wait for a slot; more are rejected. */
  readonly maxWaiting: number
}

/** Waits for a slot; returns a function that releases it. */
export type TakeShare = (reader: Reader) => Promise<() => void>

export function createShares({ running, maxWaiting }: ShareLimits, watch: Watch): TakeShare {
  const waiting = { perGroup: maxWaiting }
  const scheduler = createScheduler({ running, waiting, overloaded: tooManyWaiting })
  return (reader) =>
    scheduler.take({
      group: reader.rootId,
      member: reader.caller,
      whileWaiting: (end) => watch.add(reader, end),
    })
}
