/** Lets those who ask the same at the same time share one answer that was asked for after all of them came. */
export interface SharedFlights {
  share<T>(ask: () => Promise<T>): Promise<T>
}

export function sharedFlights(): SharedFlights {
  let underWay: Promise<void> | undefined
  let next: Promise<unknown> | undefined

  async function settled(flight: Promise<unknown>): Promise<void> {
    await flight.catch(() => {})
    underWay = undefined
  }

  function start<T>(ask: () => Promise<T>): Promise<T> {
    const flight = ask()
    underWay = settled(flight)
    return flight
  }

  async function startAfter<T>(before: Promise<void>, ask: () => Promise<T>): Promise<T> {
    await before
    next = undefined
    return start(ask)
  }

  return {
    share<T>(ask: () => Promise<T>): Promise<T> {
      if (next) return next as Promise<T>
      if (!underWay) return start(ask)
      // What is under way may have begun before this one came: the next one has not.
      const following = startAfter(underWay, ask)
      next = following
      return following
    },
  }
}
