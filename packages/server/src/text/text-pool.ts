/** Parses texts in a few threads, so that no text keeps other requests waiting. */
import { availableParallelism } from 'node:os'
import { Unavailable } from '@octavo/schema/errors.ts'
import { createScheduler } from '../scheduling/scheduler.ts'
import type { TextJob, TextParser, TextResult } from './text-parser.ts'
import { textWorker } from './text-worker.ts'

export interface TextPool extends TextParser {
  close(): Promise<void>
}

export interface TextPoolOptions {
  /** Characters of all flexible texts of one request. */
  readonly maxCharacters: number
  /** Processor time that the texts of one request may take together. */
  readonly cpuMs: number
  readonly threads?: number
  /** How long a request waits for its turn. */
  readonly waitMs?: number
}

export const usualTextLimits = {
  /** Six articles of 300 KB. */
  maxCharacters: 2_000_000,
  cpuMs: 10_000,
}
/** Hostile markup takes up to 5 µs a character: this is 20 ms of it. */
const charactersHere = 4_000
/** One core is left to the thread that serves requests. */
const usualThreads = Math.max(1, Math.min(2, availableParallelism() - 1))
const usualWaitMs = 30_000
/** Characters that may wait: of all, of a root space, of a key or an account. */
const bounds = { total: 32_000_000, perGroup: 16_000_000, perMember: 8_000_000 }
/** What a request costs beside its characters. */
const requestWeight = 4_000
const retryAfter = 5

export function createTextPool(options: TextPoolOptions): TextPool {
  const { maxCharacters, cpuMs, threads = usualThreads, waitMs = usualWaitMs } = options
  const scheduler = createScheduler({ running: { total: threads }, waiting: bounds, overloaded })
  const all = Array.from({ length: threads }, () => textWorker(cpuMs))
  const idle = [...all]

  async function parse(jobs: readonly TextJob[]): Promise<TextResult[]> {
    const worker = idle.pop()
    if (!worker) throw new Error('more texts are parsed at once than there are threads')
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
  return new Unavailable('too many long texts are waiting to be read; try again later', retryAfter)
}
