import type { Clock } from './clock.ts'
import { createPause } from './pause.ts'

export interface Repeated {
  readonly clock: Clock
  /** In milliseconds, from the end of one run to the next. */
  readonly every: number
  run(signal: AbortSignal): Promise<void>
  onError(error: unknown): void
}

/** Runs at once and then again and again until the signal. A run that fails waits for its next turn. */
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
