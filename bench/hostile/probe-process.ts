/**
 * The process of `probe.ts`. Each probe has its own connection, and sends a request every ten
 * milliseconds. If a response is late, the next requests still count from their scheduled time: a server
 * that is blocked for a second delays a hundred requests, not one.
 */
import { connect, type Socket } from 'node:net'
import type { Latency, Probe, ProbeMessage, ProbeReply } from './probe.ts'

const interval = 10
/** Milliseconds to wait for missing responses. */
const patience = 5_000

let probing: Probing[] = []

process.on('message', (message: ProbeMessage) => {
  void handle(message).then((reply) => process.send?.(reply))
})

async function handle(message: ProbeMessage): Promise<ProbeReply> {
  if (message.start) {
    probing = message.start.map(startProbing)
    return []
  }
  return Promise.all(probing.map((probe) => probe.stop()))
}

interface Probing {
  stop(): Promise<Latency>
}

function startProbing({ port, text }: Probe): Probing {
  const times: number[] = []
  const due: number[] = []
  let failures = 0
  let socket: Socket | undefined
  let isWaiting = false
  const drained = Promise.withResolvers<void>()
  let isStopping = false

  const sendNext = (): void => {
    if (due.length === 0) {
      isWaiting = false
      if (isStopping) drained.resolve()
      return
    }
    isWaiting = true
    if (socket) socket.write(text)
    else socket = open()
  }
  const finish = (isOk: boolean): void => {
    const since = due.shift()
    if (since === undefined) return
    times.push(performance.now() - since)
    if (!isOk) failures++
    sendNext()
  }

  const open = (): Socket => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true }, () => opened.write(text))
    let missing = 0
    let isOk = false
    /** Whether the server has responded before, so that it may have closed an idle connection. */
    let isReused = false
    opened.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const head = chunk.toString('latin1', 0, chunk.indexOf('\r\n\r\n') + 4)
        isOk = head.startsWith('HTTP/1.1 200 ')
        missing = head.length + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      }
      missing -= chunk.length
      if (missing <= 0) {
        missing = 0
        isReused = true
        finish(isOk)
      }
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket !== opened) return
      socket = undefined
      if (!isWaiting) return
      // HTTP clients repeat a read on a new connection if an idle one was closed without a response.
      if (isReused && missing === 0) socket = open()
      else finish(false)
    })
    return opened
  }

  const timer = setInterval(() => {
    due.push(performance.now())
    if (!isWaiting) sendNext()
  }, interval)

  return {
    async stop() {
      clearInterval(timer)
      isStopping = true
      if (!isWaiting) drained.resolve()
      const deadline = setTimeout(() => drained.resolve(), patience)
      await drained.promise
      clearTimeout(deadline)
      const opened = socket
      socket = undefined
      opened?.destroy()
      const now = performance.now()
      failures += due.length
      return latencyOf([...times, ...due.map((since) => now - since)], failures)
    },
  }
}

function latencyOf(times: readonly number[], failures: number): Latency {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1), samples: sorted.length, failures }
}
