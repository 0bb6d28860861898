import type { Unavailable } from '@octavo/schema/errors.ts'
import { clientDisconnected, tookTooLong, type Reader } from './reader.ts'

/** Ends reads that have passed their deadline or whose client has disconnected. */
export interface Watch {
  /** Returns a function that stops watching the reader. */
  add(reader: Reader, end: (why: Unavailable) => void): () => void
}

/** In milliseconds. Checking this often costs nothing, and no abandoned statement runs much longer. */
const interval = 50

export function createWatch(): Watch {
  const watched = new Set<{ readonly reader: Reader; end(why: Unavailable): void }>()
  let timer: NodeJS.Timeout | undefined

  function checkReaders(): void {
    const now = performance.now()
    for (const one of watched) {
      const why = one.reader.isGone() ? clientDisconnected() : undefined
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
      timer ??= setInterval(checkReaders, interval).unref()
      return () => void watched.delete(one)
    },
  }
}
