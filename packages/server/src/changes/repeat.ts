import type { Clock } from './clock.ts'
import { createPause } from './pause.ts'

export interface Repeated {
  readonly clock: Clock
  /** Milliseconds from the end of one run to the start of the next. */
  readonly every: number
  run(signal: AbortSignal): Promise<void>
  onError(error: unknown): void
}

/** Runs immediately and then at intervals until the signal. A failed run is retried after the interval. */
export async function repeat(
  { clock, every, run, onError }: Repeated,
  signal: AbortSignal,
): Promise<void> {
  const pause = createPause(clock)
  signal.addEventListener('abort', pause.end)
  while (!signal.aborted) {
    await run(signal).catch(onError)
    if (!signal.aborted) await pause.wait(every)
  }
}
