/** Reads that take long, each in a transaction on a thread of its own, so that others are served meanwhile. */
import { Worker } from 'node:worker_threads'
import type { Connection } from '../sql/dialect.ts'
import { tookTooLong, type Reader } from '../reader.ts'
import type { Watch } from '../watch.ts'
import { createShares } from '../shares.ts'
import type { AsideQuestion, AsideReply, AsideSetup } from './aside-thread.ts'
import { bound } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import type { Sql } from '../sql/sql.ts'

export interface Aside {
  read<T>(work: (connection: Connection) => Promise<T>, reader: Reader): Promise<T>
  close(): Promise<void>
}

const threadCount = 2
/** Of one root space; the other threads are left to others. */
const threadsPerRoot = 1
const mostWaiting = 200

export function openAside(path: string, watch: Watch): Aside {
  const running = { total: threadCount, perGroup: threadsPerRoot }
  const takeShare = createShares({ running, mostWaiting }, watch)
  const idle: AsideThread[] = []
  const all = new Set<AsideThread>()
  let isClosed = false

  function takeThread(): AsideThread {
    if (isClosed) throw new Error('the database was closed')
    const thread = idle.pop() ?? new AsideThread(path)
    all.add(thread)
    return thread
  }

  async function giveBack(thread: AsideThread, free: () => void): Promise<void> {
    await thread.settled()
    if (thread.isBroken) all.delete(thread)
    else idle.push(thread)
    free()
  }

  return {
    async read(work, reader) {
      const free = await takeShare(reader)
      const thread = takeThread()
      const connection = new AsideConnection(thread, reader)
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
        // Not waited for: the reader has its result, or does not get any.
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

class AsideThread {
  readonly #worker: Worker
  readonly #stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  isBroken = false

  constructor(path: string) {
    this.#worker = new Worker(new URL('aside-thread.ts', import.meta.url), {
      workerData: { path, stop: this.#stop } satisfies AsideSetup,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('message', (reply: AsideReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#fail(asError(error)))
    this.#worker.unref()
  }

  ask(text: string, values: AsideQuestion['values'], timeout: number): Promise<unknown[]> {
    const one: Waiting = Promise.withResolvers()
    this.#waiting.set(++this.#last, one)
    this.#worker.ref()
    this.#worker.postMessage({ id: this.#last, text, values, timeout } satisfies AsideQuestion)
    return one.promise
  }

  /** Ends the statement under way and those that were sent after it. */
  stop(): void {
    Atomics.store(new Int32Array(this.#stop), 0, 1)
  }

  /** Waits until nothing is under way, then leaves the transaction. */
  async settled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#waiting.values(), ({ promise }) => promise))
    Atomics.store(new Int32Array(this.#stop), 0, 0)
    if (!this.isBroken) await this.ask('rollback', [], Infinity).catch(() => {})
  }

  async close(): Promise<void> {
    this.stop()
    await this.#worker.terminate()
    this.#fail(new Error('the database was closed'))
  }

  #settle({ id, rows, error, isStopped }: AsideReply): void {
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

/** The transaction of one reader; it reads and nothing else. */
class AsideConnection implements Connection {
  readonly dialect = sqliteDialect
  readonly #thread: AsideThread
  readonly #reader: Reader
  readonly #ended = Promise.withResolvers<never>()
  #why: Error | undefined

  constructor(thread: AsideThread, reader: Reader) {
    this.#thread = thread
    this.#reader = reader
    this.#ended.promise.catch(() => {})
  }

  /** What is under way fails at once, and so does what follows. */
  end(why: Error): void {
    if (this.#why) return
    this.#why = why
    this.#ended.reject(why)
  }

  /** A statement of our own that controls the transaction. */
  send(text: string): void {
    this.#thread.ask(text, [], Infinity).catch((error: unknown) => this.end(asError(error)))
  }

  all<R>(query: Sql): Promise<R[]> {
    if (this.#why) return Promise.reject(this.#why)
    const timeout = this.#reader.deadline - performance.now()
    const rows = this.#thread.ask(query.chunks.join('?'), bound(query.values), timeout)
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
  return Promise.reject(new Error('this connection only reads'))
}
