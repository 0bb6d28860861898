/** Who waits for a read and until when; what ends a read before it is done. */
import { Unavailable } from '@octavo/schema/errors.ts'

export interface Reader {
  /** The root space that the read counts against; 0 until it is known. */
  rootId: number
  /** The key or account within it. */
  caller: string
  /** By the clock of `performance.now`. */
  readonly deadline: number
  /** Whether nobody waits for the result any more. */
  isGone(): boolean
}

/** Time for one read, in milliseconds. */
export const usualQueryTimeout = 5_000

const retryAfter = 5

export function readerOf(timeout: number, isGone: () => boolean): Reader {
  return { rootId: 0, caller: '', deadline: performance.now() + timeout, isGone }
}

/** A statement looked at more rows than the serving thread may: it must be run elsewhere. */
export class OverBudget extends Error {
  override name = 'OverBudget'
}

export function tookTooLong(): Unavailable {
  return new Unavailable(
    'the read took too long: use fewer filters, or a filter that fewer items match',
    retryAfter,
  )
}

export function tooManyWaiting(): Unavailable {
  return new Unavailable('too many long reads of this root space are waiting', retryAfter)
}

function nobodyWaits(): Unavailable {
  return new Unavailable('the client has disconnected', retryAfter)
}

/** Ends what has passed its deadline and what nobody waits for. */
export interface Watch {
  /** Returns what takes it off the watch. */
  add(reader: Reader, end: (why: Unavailable) => void): () => void
}

/** Looking so often costs nothing, and no statement that nobody waits for runs much longer. */
const interval = 50

export function createWatch(): Watch {
  const watched = new Set<{ readonly reader: Reader; end(why: Unavailable): void }>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    for (const one of watched) {
      const why = one.reader.isGone() ? nobodyWaits() : undefined
      const ended = why ?? (now >= one.reader.deadline ? tookTooLong() : undefined)
      if (!ended) continue
      watched.delete(one)
      one.end(ended)
    }
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(reader, end) {
      const one = { reader, end }
      watched.add(one)
      timer ??= setInterval(look, interval).unref()
      return () => void watched.delete(one)
    },
  }
}
