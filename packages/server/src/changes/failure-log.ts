import { messageOf } from '@octavo/schema/errors.ts'

/** Logs the first of consecutive failures of a task, and its recovery. */
export interface FailureLog {
  readonly isFailing: boolean
  failed(error: unknown): void
  succeeded(): void
}

/** The task as in "Cannot purge Varnish" and "can purge Varnish again". */
export function createFailureLog(log: (line: string) => void, task: string): FailureLog {
  let isFailing = false
  return {
    get isFailing() {
      return isFailing
    },
    failed(error) {
      if (!isFailing) log(`Cannot ${task}: ${messageOf(error)}`)
      isFailing = true
    },
    succeeded() {
      if (isFailing) log(`Recovered: can ${task} again`)
      isFailing = false
    },
  }
}
