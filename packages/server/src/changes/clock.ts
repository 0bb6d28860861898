export interface Clock {
  /** In milliseconds; monotonic. */
  now(): number
  /** Returns a function that cancels the call. */
  callAfter(milliseconds: number, call: () => void): () => void
}

/** Timers do not keep the process running. */
export const systemClock: Clock = {
  now: () => performance.now(),
  callAfter(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
