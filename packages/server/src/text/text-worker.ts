/** Manages one worker thread: starts it on demand and replaces it if a text takes too long. */
import { on } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { tooManyCells, type FlexibleFormats } from './flexible.ts'
import type { TextJob, TextResult } from './text-parser.ts'

export type ThreadMessage =
  /** `cpu` is the CPU time of the thread so far, in microseconds. */
  | { readonly kind: 'started'; readonly cpu: number }
  /** Without formats if tables have too many cells. */
  | { readonly kind: 'parsed'; readonly formats: FlexibleFormats | undefined }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface TextWorker {
  /** One call at a time. */
  run(jobs: readonly TextJob[]): Promise<TextResult[]>
  close(): Promise<void>
}

/** Per thread. No real text needs more. */
const maxMemoryMb = 1_024
const minCheckMs = 5

/** @param cpuMs CPU time for all jobs of one call together */
export function createTextWorker(cpuMs: number): TextWorker {
  let thread: Worker | undefined
  let isClosed = false

  function open(): Worker {
    const opened = new Worker(new URL('./text-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    // The caller gets the error too. Without a listener, it would end the process.
    opened.on('error', () => {})
    opened.once('exit', () => {
      if (thread === opened) thread = undefined
    })
    return opened
  }

  async function run(jobs: readonly TextJob[]): Promise<TextResult[]> {
    if (isClosed) throw new Error('the text parser is closed')
    if (jobs.length === 0) return []
    thread ??= open()
    const used = thread
    // An idle thread must not keep the process alive.
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
      // If the thread exits in the meantime, the message loop ends with an error.
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
  throw new Error('the text parser thread has exited')
}

/** Measures CPU time instead of elapsed time, so that the result does not depend on the load. */
async function abortAfter(
  cpuMs: number,
  thread: Worker,
  before: number,
  ended: AbortController,
): Promise<void> {
  for (let left = cpuMs; left > 0;) {
    await setTimeout(Math.max(minCheckMs, left), undefined, { signal: ended.signal })
    const { user, system } = await thread.cpuUsage()
    left = cpuMs - (user + system - before) / 1_000
  }
  ended.abort()
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'
