export interface Clock {
  /** In milliseconds; never goes back. */
  now(): number
  /** Returns what takes the call back. */
  callAfter(milliseconds: number, call: () => void): () => void
}

/** Does not keep the process running. */
export const systemClock: Clock = {
  now: () => performance.now(),
  callAfter(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
