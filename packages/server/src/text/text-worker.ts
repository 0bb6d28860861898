/** One thread for texts, started when it is needed and replaced where a text took too long. */
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
  const { promise, resolve, reject } = Promise.withResolvers<TextResult[]>()
  const found: TextResult[] = []
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  function end(): void {
    isEnded = true
    clearTimeout(timer)
    thread.off('message', onMessage).off('error', onError).off('exit', onExit)
  }

  function giveUp(): void {
    end()
    found.push('too complex')
    while (found.length < jobs.length) found.push('not read')
    thread.terminate().then(() => resolve(found), reject)
  }

  /** Measured as work and not as waiting: on a busy machine the same text is not another one. */
  async function look(before: number): Promise<void> {
    const { user, system } = await thread.cpuUsage()
    if (isEnded) return
    const left = cpuMs - (user + system - before) / 1_000
    if (left <= 0) giveUp()
    else lookIn(left, before)
  }

  function lookIn(milliseconds: number, before: number): void {
    // A thread that ends meanwhile says so by itself.
    const ask = (): void => void look(before).catch(() => {})
    timer = setTimeout(ask, Math.max(shortestLook, milliseconds))
  }

  function onMessage(message: ThreadMessage): void {
    if (message.kind === 'started') return lookIn(cpuMs, message.cpu)
    if (message.kind === 'failed') {
      end()
      reject(message.error instanceof Error ? message.error : new Error(String(message.error)))
      return
    }
    found.push(message.formats ?? tooManyCells)
    if (found.length < jobs.length) return
    end()
    resolve(found)
  }

  function onError(error: unknown): void {
    const isFull = error instanceof Error && 'code' in error && error.code === outOfMemory
    if (isFull) return giveUp()
    end()
    reject(error instanceof Error ? error : new Error(String(error)))
  }

  function onExit(): void {
    end()
    reject(new Error('the thread that reads texts has ended'))
  }

  thread.on('message', onMessage).on('error', onError).on('exit', onExit)
  thread.postMessage(jobs)
  return promise
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'
