/** The work of a consumer while it holds the lease, from the saved position on. */
import { LostPosition, type ChangeLog, type LogPage } from '../store/change-log.ts'
import { LeaseLost, type Lease } from '../store/lease.ts'
import type { Change } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'

export interface Batch {
  readonly changes: readonly Change[]
  /** Earlier changes are unknown: the consumer is new, or the database was replaced. */
  readonly hasGap: boolean
}

export interface Handler {
  /**
   * Must tolerate a batch that it has handled before. Throws RetryLater to set the time of the next attempt.
   */
  handle(batch: Batch, signal: AbortSignal): Promise<void>
  /** Each batch is handled again after these times in milliseconds. Its position is saved after the last. */
  readonly repeatAfter?: readonly number[]
}

export interface SessionOptions extends Handler {
  readonly name: string
  readonly store: Pick<Store, 'openLog'>
  readonly lease: Lease
  readonly clock: Clock
  readonly signal: AbortSignal
  onCommit(): void
}

export interface Session {
  /** Handles the next batch and all due repetitions. Returns the time until the next step. */
  step(): Promise<number>
  close(): Promise<void>
}

/** The handler failed, and not the database. The error has the cause. */
export class HandlerFailed extends Error {
  override name = 'HandlerFailed'
}

interface Repetition {
  readonly batch: Batch
  readonly position: string
  readonly due: number
  readonly isLast: boolean
}

type NextBatch = Batch & Pick<LogPage, 'position' | 'hasMore'>

/** How soon new changes are found if the signal of a commit was lost. */
const idlePause = 500

export function openSession(options: SessionOptions): Session {
  const { name, store, lease, clock, signal, repeatAfter = [] } = options
  let log: ChangeLog | undefined
  let position: string | undefined
  let repetitions: readonly Repetition[] = []

  async function handle(batch: Batch): Promise<void> {
    if (!lease.isHeld()) throw new LeaseLost(name)
    try {
      await options.handle(batch, signal)
    } catch (cause) {
      throw new HandlerFailed('the handler failed', { cause })
    }
  }

  async function deliver({ changes, hasGap, position: reached }: NextBatch): Promise<void> {
    const batch = { changes, hasGap }
    await handle(batch)
    const now = clock.now()
    const added = repeatAfter.map((after, index) => {
      const isLast = index === repeatAfter.length - 1
      return { batch, position: reached, due: now + after, isLast }
    })
    repetitions = [...repetitions, ...added]
    if (added.length === 0) await lease.savePosition(reached)
  }

  async function repeatDueBatches(): Promise<void> {
    for (;;) {
      const next = repetitions.find(({ due }) => due <= clock.now())
      if (!next || signal.aborted) return
      await handle(next.batch)
      if (next.isLast) await lease.savePosition(next.position)
      repetitions = repetitions.filter((other) => other !== next)
    }
  }

  function timeToNext(): number {
    const due = Math.min(...repetitions.map((one) => one.due))
    return Math.max(0, Math.min(idlePause, due - clock.now()))
  }

  async function closeLog(): Promise<void> {
    const open = log
    log = undefined
    await open?.close().catch(() => {})
  }

  async function step(): Promise<number> {
    position ??= await lease.loadPosition()
    log ??= await store.openLog({ onCommit: options.onCommit, onBroken: () => void closeLog() })
    const next = await batchAfter(log, position)
    if (next.hasGap || next.changes.length > 0) await deliver(next)
    position = next.position
    await repeatDueBatches()
    return next.hasMore ? 0 : timeToNext()
  }

  return {
    async step() {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof HandlerFailed)) await closeLog()
        throw error
      }
    },
    close: closeLog,
  }
}

async function batchAfter(log: ChangeLog, position: string): Promise<NextBatch> {
  if (position !== '') {
    try {
      return { ...(await log.next(position)), hasGap: false }
    } catch (error) {
      if (!(error instanceof LostPosition)) throw error
    }
  }
  return { changes: [], hasGap: true, position: await log.position(), hasMore: false }
}
