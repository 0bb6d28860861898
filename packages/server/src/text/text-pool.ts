/** Parses texts in worker threads, so that long texts do not block other requests. */
import { availableParallelism } from 'node:os'
import { Unavailable } from '@octavo/schema/errors.ts'
import { createScheduler } from '../scheduling/scheduler.ts'
import type { TextJob, TextParser, TextResult } from './text-parser.ts'
import { createTextWorker } from './text-worker.ts'

export interface TextPool extends TextParser {
  close(): Promise<void>
}

export interface TextPoolOptions {
  /** For all flexible texts of one request together. */
  readonly maxCharacters: number
  /** CPU time for all texts of one request together. */
  readonly cpuMs: number
  readonly threads?: number
  /** Maximum time in the queue. */
  readonly waitMs?: number
}

export const defaultTextLimits = {
  /** Six articles of 300 KB. */
  maxCharacters: 2_000_000,
  cpuMs: 10_000,
}
/** Hostile markup takes up to 5 µs per character, so this is at most 20 ms. */
const charactersHere = 4_000
/** Leaves one core for the main thread. */
const defaultThreads = Math.max(1, Math.min(2, availableParallelism() - 1))
const defaultWaitMs = 30_000
/** Maximum characters in the queue: in total, per root space, per API key or account. */
const bounds = { total: 32_000_000, perGroup: 16_000_000, perMember: 8_000_000 }
/** Fixed cost of a request, in characters. */
const requestWeight = 4_000
const retryAfter = 5

export function createTextPool(options: TextPoolOptions): TextPool {
  const { maxCharacters, cpuMs, threads = defaultThreads, waitMs = defaultWaitMs } = options
  const scheduler = createScheduler({ running: { total: threads }, waiting: bounds, overloaded })
  const all = Array.from({ length: threads }, () => createTextWorker(cpuMs))
  const idle = [...all]

  async function parse(jobs: readonly TextJob[]): Promise<TextResult[]> {
    const worker = idle.pop()
    if (!worker) throw new Error('no idle thread for text parsing')
    try {
      return await worker.run(jobs)
    } finally {
      idle.push(worker)
    }
  }

  function whileWaiting(end: (why: Error) => void): () => void {
    const timer = setTimeout(() => end(overloaded()), waitMs)
    return () => clearTimeout(timer)
  }

  return {
    limits: { maxCharacters, charactersHere },
    parse({ rootId, actor }, jobs) {
      const weight = jobs.reduce((sum, { source }) => sum + source.length, requestWeight)
      const place = { group: rootId, member: actor, weight, whileWaiting }
      return scheduler.run(place, () => parse(jobs))
    },
    async close() {
      await Promise.all(all.map((worker) => worker.close()))
    },
  }
}

function overloaded(): Unavailable {
  return new Unavailable('too many long texts are queued; try again later', retryAfter)
}
