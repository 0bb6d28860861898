/**
 * The load generator: a separate process that sends requests over raw sockets, one at a time on each,
 * with as little overhead as possible. All servers are measured with it.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface LoadRun {
  port: number
  connections: number
  /** Ends after this time, or when each request was sent once. */
  until: { seconds: number } | 'all requests sent'
  /** Complete requests, sent in turns; `counterMark` is replaced by a unique number. */
  requests: readonly string[]
  /** The first request, so that a second run can continue where the first one ended. */
  start?: number
  /** Whether the same request must get a response of the same length each time. */
  isSteady: boolean
}

export interface LoadResult {
  responses: number
  seconds: number
  /** Responses per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Average bytes of a response, including its head. */
  bytes: number
}

export interface LoadGenerator {
  /** Rejects if a response is not 200 or 201, is cut off, or has another length than before. */
  run(run: LoadRun): Promise<LoadResult>
  /** Drops all requests and recorded lengths, before other servers are measured. */
  clear(): void
  stop(): Promise<void>
}

/** Has the length of the number that replaces it. */
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
    all['Content-Type'] ??= 'application/json'
    all['Content-Length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Requests are sent to the process only once, however often they run. */
export type LoadMessage =
  | { requests: readonly string[]; set: number }
  | { run: Omit<LoadRun, 'requests'>; set: number }
  | 'clear'
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
    clear() {
      sets.clear()
      child.send('clear' satisfies LoadMessage)
    },
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
