import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Evaluation } from './evaluate-thread.ts'

/** Returns the export of a configuration file as plain data. Errors of the file are results, not exceptions. */
export function evaluate(path: string): Promise<Evaluation> {
  const failed = (message: string): Evaluation => ({
    isLoaded: false,
    files: [pathToFileURL(path).href],
    message,
    place: undefined,
  })
  const thread = new Worker(new URL('./evaluate-thread.ts', import.meta.url), {
    workerData: pathToFileURL(path).href,
    stdout: true,
  })
  // Stdout is for the result of the command.
  thread.stdout.pipe(process.stderr, { end: false })
  return new Promise((resolve) => {
    thread.once('message', (evaluation: Evaluation) => {
      resolve(evaluation)
      void thread.terminate()
    })
    thread.once('error', (error) => resolve(failed(messageOf(error))))
    thread.once('exit', (code) =>
      resolve(
        failed(
          code === 0 || code === 13
            ? 'waits for something that never comes: check its top-level await'
            : `ended its process with exit code ${code}: it must only export a configuration`,
        ),
      ),
    )
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
