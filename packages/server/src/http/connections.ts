/**
 * The open connections of a process, on both ports and in both lanes. Bounds how many there are, and
 * closes those whose client sends or reads too slowly. Responses that clients have not read yet take a
 * bounded amount of memory.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections open at once. At the limit a new one replaces the one that is idle for longest. */
  readonly max: number
  /** Milliseconds for the head of a request, also for the first on a connection to begin. */
  readonly headTime: number
  /** Milliseconds over which the rate of a request body or a response is measured. */
  readonly stallTime: number
  /** The least bytes a second that a request body or a response has to move. */
  readonly minRate: number
  /** Bytes of responses that clients have not read yet. Beyond it, the oldest of them is cut off. */
  readonly unreadBytes: number
}

export const usualConnectionLimits: ConnectionLimits = {
  max: 10_000,
  headTime: 10_000,
  stallTime: 30_000,
  minRate: 1_000,
  unreadBytes: 256 * 1024 * 1024,
}

export interface Connections {
  readonly limits: ConnectionLimits
  /** Counts connections and requests that the HTTP server handles. */
  watch(server: Server): void
  /** A request is under way: its connection is not idle until `end`. */
  begin(socket: Socket): void
  end(socket: Socket): void
  /** Counts bytes that the client has not read yet, until the returned function is called. */
  hold(socket: Socket, bytes: number): () => void
  /** Closes connections that are too slow; called a few times within each `stallTime`. */
  check(): void
}

interface Connection {
  readonly socket: Socket
  /** Requests without a complete response. */
  underWay: number
  /** The latest request of the HTTP server; its body may still be coming. */
  request: IncomingMessage | undefined
  readonly receiving: Window
  readonly sending: Window
  readonly closing: Window
}

/** Progress since the client began to keep us waiting. */
interface Window {
  checks: number
  bytes: number
}

/** Windows are counted in checks, not by the clock: clients are not to blame when the process stalls. */
const checksInWindow = 4

export function createConnections(given: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...usualConnectionLimits, ...given }
  const leastBytes = (limits.minRate * limits.stallTime) / 1000
  const all = new Map<Socket, Connection>()
  /** The one that is idle for longest is first. */
  const idle = new Set<Connection>()
  /** Responses that are not read yet, the oldest first. */
  const held = new Set<{ readonly socket: Socket; readonly bytes: number }>()
  let heldBytes = 0
  let timer: NodeJS.Timeout | undefined

  function add(socket: Socket): void {
    if (all.size >= limits.max && !closeIdle()) return void socket.destroy()
    const [receiving, sending, closing] = [newWindow(), newWindow(), newWindow()]
    const connection = { socket, underWay: 0, request: undefined, receiving, sending, closing }
    all.set(socket, connection)
    idle.add(connection)
    socket.once('close', () => remove(connection))
    timer ??= setInterval(check, limits.stallTime / checksInWindow).unref()
  }

  function remove(connection: Connection): void {
    idle.delete(connection)
    all.delete(connection.socket)
    if (all.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function closeIdle(): boolean {
    const [connection] = idle
    if (!connection) return false
    // The file is free at once, the event comes later.
    connection.socket.destroy()
    remove(connection)
    return true
  }

  function begin(socket: Socket): void {
    const connection = all.get(socket)
    if (!connection) return
    connection.underWay++
    idle.delete(connection)
  }

  function end(socket: Socket): void {
    const connection = all.get(socket)
    if (connection && --connection.underWay === 0) idle.add(connection)
  }

  function hold(socket: Socket, bytes: number): () => void {
    const response = { socket, bytes }
    const release = (one: typeof response): void => {
      if (held.delete(one)) heldBytes -= one.bytes
    }
    held.add(response)
    heldBytes += bytes
    for (const oldest of held) {
      // The newest may be larger than all that is allowed.
      if (heldBytes <= limits.unreadBytes || oldest === response) break
      oldest.socket.destroy()
      release(oldest)
    }
    return () => release(response)
  }

  function check(): void {
    for (const connection of all.values()) {
      if (isTooSlow(connection, leastBytes)) connection.socket.destroy()
    }
  }

  return {
    limits,
    watch(server) {
      server.prependListener('connection', add)
      server.prependListener('request', (request, response) => {
        const { socket } = request
        const connection = all.get(socket)
        if (connection) connection.request = request
        begin(socket)
        response.once('close', () => end(socket))
      })
    },
    begin,
    end,
    hold,
    check,
  }
}

function newWindow(): Window {
  return { checks: 0, bytes: 0 }
}

function isTooSlow(connection: Connection, leastBytes: number): boolean {
  const { socket, request, receiving, sending, closing, underWay } = connection
  const isComing = request !== undefined && !request.complete
  if (!isComing) connection.request = undefined
  // Nobody reads the rest of this body, or we have said goodbye already.
  const isOver = (isComing && underWay === 0) || socket.writableFinished
  return (
    isStalled(receiving, isComing && isAwaited(request), socket.bytesRead, leastBytes) ||
    isStalled(sending, socket.writableLength > 0, bytesSent(socket), leastBytes) ||
    isStalled(closing, isOver, 0, 1)
  )
}

/** Somebody reads the body, and has read all that came. */
function isAwaited({ readableFlowing, readableLength }: IncomingMessage): boolean {
  return readableFlowing !== null && readableLength === 0
}

function isStalled(window: Window, isWaiting: boolean, bytes: number, leastBytes: number): boolean {
  if (!isWaiting) {
    window.checks = 0
    return false
  }
  const isFull = window.checks === checksInWindow
  if (isFull && bytes - window.bytes < leastBytes) return true
  if (isFull || window.checks === 0) {
    window.bytes = bytes
    window.checks = 0
  }
  window.checks++
  return false
}

/**
 * How much of what was written has left the process. `bytesWritten` of a socket counts what still waits
 * in it; the timeouts of Node read the same internal count.
 */
function bytesSent(socket: Socket): number {
  const handle = Reflect.get(socket, '_handle') as WriteCounts | null
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

interface WriteCounts {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}
