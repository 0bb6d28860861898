/** Lets reads that begin together share one transaction, which begins after all of them have asked for it. */
export interface SharedReads<Place> {
  read<T>(work: (place: Place) => Promise<T>): Promise<T>
}

/** `hold` gives a place to read at, for as long as what it is given lasts. */
export function sharedReads<Place>(
  hold: (use: (place: Place) => Promise<void>) => Promise<void>,
): SharedReads<Place> {
  let waiting: Reader<Place>[] = []

  async function begin(): Promise<void> {
    const readers = waiting
    waiting = []
    try {
      await hold(async (place) => {
        await Promise.all(readers.map(({ read }) => read(place)))
      })
    } catch (error) {
      // Reads that have ended already are not affected.
      for (const { fail } of readers) fail(error)
    }
  }

  return {
    read(work) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(() => void begin())
        waiting.push({
          read: (place) => work(place).then(resolve, reject),
          fail: reject,
        })
      })
    },
  }
}

interface Reader<Place> {
  read(place: Place): Promise<void>
  fail(error: unknown): void
}
