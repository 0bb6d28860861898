/** Lets those who ask the same at the same time share one answer that was asked for after all of them came. */
export interface SharedFlights {
  share<T>(ask: () => Promise<T>): Promise<T>
}

export function sharedFlights(): SharedFlights {
  let underWay: Promise<unknown> | undefined
  let next: Promise<unknown> | undefined

  function start<T>(ask: () => Promise<T>): Promise<T> {
    const flight = ask()
    const ended = flight.then(
      () => {},
      () => {},
    )
    underWay = ended
    void ended.then(() => {
      if (underWay === ended) underWay = undefined
    })
    return flight
  }

  return {
    share<T>(ask: () => Promise<T>): Promise<T> {
      if (next) return next as Promise<T>
      if (!underWay) return start(ask)
      // What is under way may have begun before this one came: the next one has not.
      const following = underWay.then(() => {
        next = undefined
        return start(ask)
      })
      next = following
      return following
    },
  }
}
