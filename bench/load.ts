/**
 * The load generator: a process of its own that asks over raw sockets, one request at a time on each,
 * and costs as little as it can. All servers are measured with it.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface LoadRun {
  port: number
  connections: number
  /** Ends after this time, or when every request was sent once. */
  until: { seconds: number } | 'all were asked'
  /** Whole requests, sent in turns; `counterMark` in one becomes a number that never comes again. */
  requests: readonly string[]
  /** The request to begin with, so that a second run goes on where the first one ended. */
  start?: number
  /** Whether the same request must get an answer of the same length each time. */
  isSteady: boolean
}

export interface LoadResult {
  answers: number
  seconds: number
  /** Answers a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Of one answer on average, head included. */
  bytes: number
}

export interface LoadGenerator {
  /** Rejects where an answer is not 200, is cut off, or has another length than before. */
  run(run: LoadRun): Promise<LoadResult>
  /** Lets go of all requests and of what came back: other servers are to be asked. */
  forget(): void
  stop(): Promise<void>
}

/** As long as the number that takes its place. */
export const counterMark = '@counter@'

export interface RequestParts {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export function requestText({ method = 'GET', path, headers = {}, body }: RequestParts): string {
  const all: Record<string, string> = { Host: 'localhost', ...headers }
  if (body !== undefined) {
    all['Content-Type'] = 'application/json'
    all['Content-Length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Requests go to the process once, however often they are run. */
export type LoadMessage =
  | { requests: readonly string[]; set: number }
  | { run: Omit<LoadRun, 'requests'>; set: number }
  | 'forget'
export type LoadReply = LoadResult | { failed: string }

export function startLoadGenerator(): LoadGenerator {
  const program = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced' })
  const sets = new Map<readonly string[], number>()
  return {
    async run({ requests, ...run }) {
      const set = sets.get(requests) ?? sets.size
      if (!sets.has(requests)) {
        sets.set(requests, set)
        child.send({ requests, set } satisfies LoadMessage)
      }
      child.send({ run, set } satisfies LoadMessage)
      const [reply] = (await once(child, 'message')) as [LoadReply]
      if ('failed' in reply) throw new Error(`the load generator: ${reply.failed}`)
      return reply
    },
    forget() {
      sets.clear()
      child.send('forget' satisfies LoadMessage)
    },
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
