/** Resolves when the process is asked to end. A second signal ends it at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/** The same, for work that takes a signal. */
export function abortedWhenStopped(): AbortSignal {
  const stopping = new AbortController()
  void stopSignal().then(() => stopping.abort())
  return stopping.signal
}
