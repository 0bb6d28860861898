/**
 * Notifies other processes of commits, outside of the transactions: inside, PostgreSQL would serialize
 * commits that notify. Any number of commits during one notification leads to one more.
 */
export interface Notifier {
  announce(): void
  /** Resolves when no notification is pending. */
  settled(): Promise<void>
}

export function createNotifier(notify: () => Promise<unknown>): Notifier {
  let underWay: Promise<void> | undefined
  let isPending = false

  async function run(): Promise<void> {
    while (isPending) {
      isPending = false
      // Consumers also poll, so a lost notification only delays them.
      await notify().catch(() => {})
    }
    underWay = undefined
  }

  return {
    announce() {
      isPending = true
      underWay ??= run()
    },
    settled: () => underWay ?? Promise.resolve(),
  }
}
