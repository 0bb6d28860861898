/** Shares one call between concurrent callers. The shared call starts after all of them have called. */
export interface SharedFlights {
  share<T>(call: () => Promise<T>): Promise<T>
}

export function sharedFlights(): SharedFlights {
  let running: Promise<void> | undefined
  let next: Promise<unknown> | undefined

  async function settled(flight: Promise<unknown>): Promise<void> {
    await flight.catch(() => {})
    running = undefined
  }

  function start<T>(call: () => Promise<T>): Promise<T> {
    const flight = call()
    running = settled(flight)
    return flight
  }

  async function startAfter<T>(before: Promise<void>, call: () => Promise<T>): Promise<T> {
    await before
    next = undefined
    return start(call)
  }

  return {
    share<T>(call: () => Promise<T>): Promise<T> {
      if (next) return next as Promise<T>
      if (!running) return start(call)
      // The running call may have started before this request; the next one starts after it.
      const following = startAfter(running, call)
      next = following
      return following
    },
  }
}
