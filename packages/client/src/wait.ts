/** Runtimes fire longer timers immediately. */
export const longestTimer = 2 ** 31 - 1

/** Waits, unless the signal aborts first. */
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

/** The abort reason, which may be any value and is passed to the caller unchanged. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason as Error
}
