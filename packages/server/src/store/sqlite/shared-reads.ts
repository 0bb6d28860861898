/** Lets concurrent reads share one transaction, which begins after all of them were requested. */
export interface SharedReads<Connection> {
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

/** `hold` passes a connection to `use` and holds it until `use` resolves. */
export function sharedReads<Connection>(
  hold: (use: (connection: Connection) => Promise<void>) => Promise<void>,
): SharedReads<Connection> {
  let waiting: Reader<Connection>[] = []

  async function begin(): Promise<void> {
    const readers = waiting
    waiting = []
    try {
      await hold(async (connection) => {
        await Promise.all(readers.map(({ read }) => read(connection)))
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
          read: (connection) => work(connection).then(resolve, reject),
          fail: reject,
        })
      })
    },
  }
}

interface Reader<Connection> {
  read(connection: Connection): Promise<void>
  fail(error: unknown): void
}
