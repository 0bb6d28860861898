/** Runtimes take a longer timer for none at all. */
export const longestTimer = 2 ** 31 - 1

/** Waits, unless the signal ends it first. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const end = (): void => {
      clearTimeout(timer)
      if (signal) reject(reasonOf(signal))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end)
        resolve()
      },
      Math.min(milliseconds, longestTimer),
    )
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** What a signal was aborted with; callers may use anything, and get it back as it is. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason as Error
}
