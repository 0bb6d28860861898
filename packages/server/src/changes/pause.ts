import type { Clock } from './clock.ts'

/** The pauses of a loop, which can be ended early. */
export interface Pause {
  /** Returns immediately if `end` was called since the last pause. */
  wait(milliseconds: number): Promise<void>
  end(): void
  /** Discards an earlier call of `end`. */
  reset(): void
}

export function createPause(clock: Clock): Pause {
  let isEnded = false
  let wake: (() => void) | undefined
  return {
    async wait(milliseconds) {
      if (!isEnded) {
        await new Promise<void>((resolve) => {
          const cancel = clock.callAfter(milliseconds, resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
        wake = undefined
      }
      isEnded = false
    },
    end() {
      isEnded = true
      wake?.()
    },
    reset() {
      isEnded = false
    },
  }
}
