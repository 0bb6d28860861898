/** One thread for texts, started when it is needed and replaced where a text took too long. */
import { on } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { tooManyCells, type FlexibleFormats } from './flexible.ts'
import type { TextJob, TextResult } from './text-parser.ts'

export type ThreadMessage =
  /** With the processor time that the thread had used by then, in microseconds. */
  | { readonly kind: 'started'; readonly cpu: number }
  /** Without formats where tables have too many cells. */
  | { readonly kind: 'parsed'; readonly formats: FlexibleFormats | undefined }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface TextWorker {
  /** One call at a time. */
  run(jobs: readonly TextJob[]): Promise<TextResult[]>
  close(): Promise<void>
}

/** Of one thread. What needs more is not a text that people wrote. */
const maxMemoryMb = 1_024
const shortestLook = 5

/** @param cpuMs processor time that the jobs of one call may take together */
export function textWorker(cpuMs: number): TextWorker {
  let thread: Worker | undefined
  let isClosed = false

  function open(): Worker {
    const opened = new Worker(new URL('./text-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    // Whoever waits for it hears of it as well; without a listener it would end the process.
    opened.on('error', () => {})
    opened.once('exit', () => {
      if (thread === opened) thread = undefined
    })
    return opened
  }

  async function run(jobs: readonly TextJob[]): Promise<TextResult[]> {
    if (isClosed) throw new Error('the threads for texts are closed')
    if (jobs.length === 0) return []
    thread ??= open()
    const used = thread
    // Idle, it keeps no process from ending.
    used.ref()
    try {
      return await results(used, jobs, cpuMs)
    } finally {
      used.unref()
    }
  }

  return {
    run,
    async close() {
      isClosed = true
      await thread?.terminate()
    },
  }
}

async function results(
  thread: Worker,
  jobs: readonly TextJob[],
  cpuMs: number,
): Promise<TextResult[]> {
  const found: TextResult[] = []
  const ended = new AbortController()
  const messages = on(thread, 'message', { signal: ended.signal, close: ['exit'] })
  thread.postMessage(jobs)
  try {
    for await (const [message] of messages as AsyncIterable<[ThreadMessage]>) {
      if (message.kind === 'failed') throw message.error
      if (message.kind === 'parsed') found.push(message.formats ?? tooManyCells)
      // A thread that ends meanwhile says so by itself.
      else abortAfter(cpuMs, thread, message.cpu, ended).catch(() => {})
      if (found.length === jobs.length) return found
    }
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === outOfMemory
    if (!isFull && !ended.signal.aborted) throw error
    await thread.terminate()
    return jobs.map((_, at) => found[at] ?? (at === found.length ? 'too complex' : 'not read'))
  } finally {
    ended.abort()
  }
  throw new Error('the thread that reads texts has ended')
}

/** Measured as work and not as waiting: on a busy machine the same text is not another one. */
async function abortAfter(
  cpuMs: number,
  thread: Worker,
  before: number,
  ended: AbortController,
): Promise<void> {
  for (let left = cpuMs; left > 0;) {
    await setTimeout(Math.max(shortestLook, left), undefined, { signal: ended.signal })
    const { user, system } = await thread.cpuUsage()
    left = cpuMs - (user + system - before) / 1_000
  }
  ended.abort()
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'
