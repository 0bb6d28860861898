import type { Unavailable } from '@octavo/schema/errors.ts'
import { nobodyWaits, tookTooLong, type Reader } from './reader.ts'

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
