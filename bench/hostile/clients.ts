/** Sockets of attackers. Each request has its own connection, and every outcome is counted. */
import { connect, type Socket } from 'node:net'
import { requestText, type RequestParts } from '../load.ts'

export interface Tally {
  sent: number
  /** How often each status or other outcome occurred. */
  outcomes: Record<string, number>
  /** Bytes of the largest response, including its head. */
  largestResponse: number
}

export interface AttackRequest extends RequestParts {
  /** Defaults to the port of the API. */
  port?: number
  /** Milliseconds after which the client closes the connection without waiting for the response. */
  leavesAfter?: number
}

export interface HeldSocket {
  /** Sent at once. */
  text: string
  /** Sent byte by byte, one every half second. */
  slowText?: string
  /** Whether the client stops reading after the first bytes of the response. */
  stopsReading?: boolean
}

export interface Clients {
  readonly tally: Tally
  /** Aborted at the end of the attack. */
  readonly signal: AbortSignal
  send(request: AttackRequest): Promise<void>
  /** Sends all requests, at most `atOnce` at the same time, until the end of the attack. */
  sendAll(requests: readonly AttackRequest[], atOnce: number): Promise<void>
  /** Opens `count` sockets and holds them until the end of the attack. */
  hold(count: number, socket: HeldSocket): Promise<void>
}

const pause = 500

export function createClients(apiPort: number, signal: AbortSignal): Clients {
  const tally: Tally = { sent: 0, outcomes: {}, largestResponse: 0 }
  const count = (outcome: string): void => {
    tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1
  }

  const send = async ({ port = apiPort, leavesAfter, ...parts }: AttackRequest) => {
    if (signal.aborted) return
    tally.sent++
    const headers = { ...parts.headers, Connection: 'close' }
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(requestText({ ...parts, headers }))
    const response = readResponse(socket)
    const left = leaveOn(socket, signal, leavesAfter)
    await response.ended
    left.cancel()
    const outcome = response.status() ?? left.reason() ?? response.failure() ?? 'closed'
    tally.largestResponse = Math.max(tally.largestResponse, response.bytes())
    count(outcome)
  }

  return {
    tally,
    signal,
    send,
    async sendAll(requests, atOnce) {
      let next = 0
      const sendInTurn = async (): Promise<void> => {
        while (!signal.aborted) {
          const request = requests[next++]
          if (!request) return
          await send(request)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, sendInTurn))
    },
    async hold(total, held) {
      tally.sent += total
      const holding = Array.from({ length: total }, async () => {
        count(await holdOne(apiPort, held, signal))
      })
      await Promise.all(holding)
    },
  }
}

/** Reads only the status line, and counts the remaining bytes. */
function readResponse(socket: Socket) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let head = ''
  let bytes = 0
  let failure: string | undefined
  socket.on('data', (chunk: Buffer) => {
    if (head.length < 12) head += chunk.toString('latin1', 0, 12)
    bytes += chunk.length
  })
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message))
  socket.on('close', () => resolve())
  return {
    ended,
    bytes: () => bytes,
    failure: () => failure,
    status: () => /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1],
  }
}

function leaveOn(socket: Socket, signal: AbortSignal, leavesAfter: number | undefined) {
  let reason: string | undefined
  const leave = (why: string) => () => {
    reason = why
    socket.destroy()
  }
  const onEnd = leave('no response')
  signal.addEventListener('abort', onEnd)
  const timer = leavesAfter === undefined ? undefined : setTimeout(leave('left'), leavesAfter)
  return {
    reason: () => reason,
    cancel() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onEnd)
    },
  }
}

async function holdOne(port: number, held: HeldSocket, signal: AbortSignal): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(held.text)
  const response = readResponse(socket)
  if (held.stopsReading) socket.once('data', () => socket.pause())
  const slowText = held.slowText ?? ''
  let position = 0
  const timer = setInterval(() => {
    const byte = slowText[position++]
    if (byte !== undefined) socket.write(byte)
  }, pause)
  const left = leaveOn(socket, signal, undefined)
  await response.ended
  clearInterval(timer)
  left.cancel()
  const status = response.status()
  if (left.reason() !== undefined) return status === undefined ? 'held' : `held at ${status}`
  return status ?? response.failure() ?? 'closed'
}
