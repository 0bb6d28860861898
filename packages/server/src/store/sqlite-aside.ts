/** Statements that take long, in a thread of their own, so that others are answered meanwhile. */
import { Worker } from 'node:worker_threads'
import type { AsideQuestion, AsideReply } from './sqlite-aside-thread.ts'

export interface Aside {
  all(text: string, values: AsideQuestion['values']): Promise<unknown[]>
  close(): Promise<void>
}

type Waiting = PromiseWithResolvers<unknown[]>

export function openAside(path: string): Aside {
  let thread: Worker | undefined
  let last = 0
  const waiting = new Map<number, Waiting>()

  function fail(error: Error): void {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const worker = new Worker(new URL('sqlite-aside-thread.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    worker.on('message', ({ id, rows, error }: AsideReply) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) worker.unref()
      if (error === undefined) one?.resolve(rows)
      else one?.reject(new Error(error))
    })
    worker.on('error', fail)
    worker.unref()
    return worker
  }

  return {
    all(text, values) {
      thread ??= start()
      const one: Waiting = Promise.withResolvers()
      waiting.set(++last, one)
      thread.ref()
      thread.postMessage({ id: last, text, values } satisfies AsideQuestion)
      return one.promise
    },
    async close() {
      await thread?.terminate()
      fail(new Error('the database was closed'))
    },
  }
}
