/**
 * Tells other processes of commits, outside of the transactions: inside, PostgreSQL lets commits that
 * notify wait for each other. However many commits come while one message is under way, one follows.
 */
export interface Notifier {
  announce(): void
  /** Nothing is left to be told. */
  settled(): Promise<void>
}

export function createNotifier(notify: () => Promise<unknown>): Notifier {
  let underWay: Promise<void> | undefined
  let isWanted = false

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      // Followers look by themselves, too: a message that is lost only makes them later.
      await notify().catch(() => {})
    }
    underWay = undefined
  }

  return {
    announce() {
      isWanted = true
      underWay ??= run()
    },
    settled: () => underWay ?? Promise.resolve(),
  }
}
