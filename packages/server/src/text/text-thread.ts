/** Entry point of a worker thread that parses flexible text. */
import { parentPort } from 'node:worker_threads'
import { tooManyCells } from './flexible.ts'
import { parseJob, type TextJob } from './text-parser.ts'
import type { ThreadMessage } from './text-worker.ts'
import { addMissingMethods } from '../node-24.ts'

addMissingMethods()

const post = (message: ThreadMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', (jobs: readonly TextJob[]) => {
  const { user, system } = process.threadCpuUsage()
  post({ kind: 'started', cpu: user + system })
  try {
    for (const job of jobs) {
      const formats = parseJob(job)
      post({ kind: 'parsed', formats: formats === tooManyCells ? undefined : formats })
    }
  } catch (error) {
    post({ kind: 'failed', error })
  }
})
