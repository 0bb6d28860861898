/** Runs long reads, each in a transaction on its own thread, so that other requests are served meanwhile. */
import { Worker } from 'node:worker_threads'
import type { Connection } from '../sql/dialect.ts'
import { tookTooLong, type Reader } from '../reader.ts'
import type { Watch } from '../watch.ts'
import { createShares } from '../shares.ts'
import type { ThreadQuery, ThreadResult, ThreadSetup } from './read-thread.ts'
import { bound } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import type { Sql } from '../sql/sql.ts'

export interface ReadThreads {
  read<T>(work: (connection: Connection) => Promise<T>, reader: Reader): Promise<T>
  close(): Promise<void>
}

const threadCount = 2
/** For one root space; the other threads are left for other root spaces. */
const threadsPerRoot = 1
const maxWaiting = 200

export function openReadThreads(path: string, watch: Watch): ReadThreads {
  const running = { total: threadCount, perGroup: threadsPerRoot }
  const takeShare = createShares({ running, maxWaiting }, watch)
  const idle: ReadThread[] = []
  const all = new Set<ReadThread>()
  let isClosed = false

  function takeThread(): ReadThread {
    if (isClosed) throw new Error('the database is closed')
    const thread = idle.pop() ?? new ReadThread(path)
    all.add(thread)
    return thread
  }

  async function giveBack(thread: ReadThread, free: () => void): Promise<void> {
    await thread.settled()
    if (thread.isBroken) all.delete(thread)
    else idle.push(thread)
    free()
  }

  return {
    async read(work, reader) {
      const free = await takeShare(reader)
      const thread = takeThread()
      const connection = new ThreadConnection(thread, reader)
      const unwatch = watch.add(reader, (why) => {
        connection.end(why)
        thread.stop()
      })
      try {
        connection.send('begin')
        return await work(connection)
      } finally {
        unwatch()
        connection.end(new Error('the transaction has ended'))
        // Not awaited: the reader has its result or its error already.
        void giveBack(thread, free)
      }
    },
    async close() {
      isClosed = true
      await Promise.all(Array.from(all, (thread) => thread.close()))
    },
  }
}

type Waiting = PromiseWithResolvers<unknown[]>

class ReadThread {
  readonly #worker: Worker
  readonly #stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  isBroken = false

  constructor(path: string) {
    this.#worker = new Worker(new URL('read-thread.ts', import.meta.url), {
      workerData: { path, stop: this.#stop } satisfies ThreadSetup,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('message', (result: ThreadResult) => this.#settle(result))
    this.#worker.on('error', (error) => this.#fail(asError(error)))
    this.#worker.unref()
  }

  query(text: string, values: ThreadQuery['values'], timeout: number): Promise<unknown[]> {
    const one: Waiting = Promise.withResolvers()
    this.#waiting.set(++this.#last, one)
    this.#worker.ref()
    this.#worker.postMessage({ id: this.#last, text, values, timeout } satisfies ThreadQuery)
    return one.promise
  }

  /** Stops the running statement and those that were sent after it. */
  stop(): void {
    Atomics.store(new Int32Array(this.#stop), 0, 1)
  }

  /** Waits until no statement is running, then ends the transaction. */
  async settled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#waiting.values(), ({ promise }) => promise))
    Atomics.store(new Int32Array(this.#stop), 0, 0)
    if (!this.isBroken) await this.query('rollback', [], Infinity).catch(() => {})
  }

  async close(): Promise<void> {
    this.stop()
    await this.#worker.terminate()
    this.#fail(new Error('the database is closed'))
  }

  #settle({ id, rows, error, isStopped }: ThreadResult): void {
    const one = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if (error === undefined) one?.resolve(rows)
    else one?.reject(isStopped ? tookTooLong() : new Error(error))
  }

  #fail(error: Error): void {
    this.isBroken = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

/** The read-only transaction of one reader. */
class ThreadConnection implements Connection {
  readonly dialect = sqliteDialect
  readonly #thread: ReadThread
  readonly #reader: Reader
  readonly #ended = Promise.withResolvers<never>()
  #why: Error | undefined

  constructor(thread: ReadThread, reader: Reader) {
    this.#thread = thread
    this.#reader = reader
    this.#ended.promise.catch(() => {})
  }

  /** Makes running and later statements fail at once. */
  end(why: Error): void {
    if (this.#why) return
    this.#why = why
    this.#ended.reject(why)
  }

  /** Sends a statement that controls the transaction. */
  send(text: string): void {
    this.#thread.query(text, [], Infinity).catch((error: unknown) => this.end(asError(error)))
  }

  all<R>(statement: Sql): Promise<R[]> {
    if (this.#why) return Promise.reject(this.#why)
    const timeout = this.#reader.deadline - performance.now()
    const rows = this.#thread.query(statement.chunks.join('?'), bound(statement.values), timeout)
    return Promise.race([rows as Promise<R[]>, this.#ended.promise])
  }

  state(): undefined {
    return undefined
  }

  readonly run = readOnly
  readonly insertRows = readOnly
  readonly script = readOnly
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function readOnly(): Promise<void> {
  return Promise.reject(new Error('this connection is read-only'))
}
