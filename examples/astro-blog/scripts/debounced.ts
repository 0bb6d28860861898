/** Pauses in milliseconds: after the last of several calls, and after a failure. */
interface Pauses {
  readonly quiet: number
  readonly failure: number
}

/**
 * Returns a function that starts the work when it was not called for a moment. Calls during the work start
 * it once more afterwards, and a failure starts it again later, so that no call is lost.
 */
export function debounced(work: () => Promise<boolean>, pauses: Pauses): () => void {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  async function run(): Promise<void> {
    // The timer of a call during the work comes again until the work has ended.
    if (isRunning) return startAfter(pauses.quiet)
    isRunning = true
    const isDone = await work()
    isRunning = false
    if (!isDone) startAfter(pauses.failure)
  }

  function startAfter(pause: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), pause)
  }

  return () => startAfter(pauses.quiet)
}
