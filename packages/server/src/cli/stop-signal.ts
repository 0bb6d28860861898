/** Resolves at the first SIGTERM or SIGINT. A second signal ends the process immediately. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/** The same as an `AbortSignal`. */
export function abortedWhenStopped(): AbortSignal {
  const stopping = new AbortController()
  void stopSignal().then(() => stopping.abort())
  return stopping.signal
}
