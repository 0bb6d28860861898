/**
 * The open connections of a process, on both ports, with and without the fast lane. Limits their number,
 * closes those whose client sends or reads too slowly, and limits the memory of responses that clients
 * have not read yet.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Maximum open connections. At the limit, a new connection replaces the longest idle one. */
  readonly max: number
  /** Milliseconds to receive the head of a request, including the wait for the first request. */
  readonly headTime: number
  /** Milliseconds over which the rate of a request body or a response is measured. */
  readonly stallTime: number
  /** Minimum bytes per second of a request body or a response. */
  readonly minRate: number
  /** Maximum bytes of unread responses. Beyond it, the connection of the oldest one is closed. */
  readonly unreadBytes: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  max: 10_000,
  headTime: 10_000,
  stallTime: 30_000,
  minRate: 1_000,
  unreadBytes: 64 * 1024 * 1024,
}

export interface Connections {
  readonly limits: ConnectionLimits
  /** Counts connections and requests that the HTTP server handles. */
  watch(server: Server): void
  /** Marks the connection as busy with a request until `end`. */
  begin(socket: Socket): void
  end(socket: Socket): void
  /** Counts bytes as unread by the client until the returned function is called. */
  hold(socket: Socket, bytes: number): () => void
  /** Closes connections that are too slow. Runs several times within each `stallTime`. */
  check(): void
}

interface Connection {
  readonly socket: Socket
  /** Number of requests without a complete response. */
  inProgress: number
  /** The latest request of the HTTP server, whose body may still be arriving. */
  request: IncomingMessage | undefined
  readonly receiving: Window
  readonly sending: Window
  readonly closing: Window
}

/** Progress since the server began to wait for the client. */
interface Window {
  checks: number
  bytes: number
}

/** Windows are counted in checks instead of time, so that a stalled process does not close connections. */
const checksInWindow = 4

export function createConnections(given: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...defaultConnectionLimits, ...given }
  const leastBytes = (limits.minRate * limits.stallTime) / 1000
  const all = new Map<Socket, Connection>()
  /** The longest idle connection is first. */
  const idle = new Set<Connection>()
  /** Unread responses, the oldest first. */
  const held = new Set<{ readonly socket: Socket; readonly bytes: number }>()
  let heldBytes = 0
  let timer: NodeJS.Timeout | undefined

  function add(socket: Socket): void {
    if (all.size >= limits.max && !closeIdle()) return void socket.destroy()
    const [receiving, sending, closing] = [newWindow(), newWindow(), newWindow()]
    const connection = { socket, inProgress: 0, request: undefined, receiving, sending, closing }
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
    // Frees the file descriptor at once; the close event comes later.
    connection.socket.destroy()
    remove(connection)
    return true
  }

  function begin(socket: Socket): void {
    const connection = all.get(socket)
    if (!connection) return
    connection.inProgress++
    idle.delete(connection)
  }

  function end(socket: Socket): void {
    const connection = all.get(socket)
    if (connection && --connection.inProgress === 0) idle.add(connection)
  }

  function hold(socket: Socket, bytes: number): () => void {
    const response = { socket, bytes }
    const release = (one: typeof response): void => {
      if (held.delete(one)) heldBytes -= one.bytes
    }
    held.add(response)
    heldBytes += bytes
    for (const oldest of held) {
      // The newest response may be larger than the limit on its own.
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
  const { socket, request, receiving, sending, closing, inProgress } = connection
  const isIncoming = request !== undefined && !request.complete
  if (!isIncoming) connection.request = undefined
  // The rest of the body is not read, or the server has already ended its side.
  const isOver = (isIncoming && inProgress === 0) || socket.writableFinished
  return (
    isStalled(receiving, isIncoming && isAwaited(request), socket.bytesRead, leastBytes) ||
    isStalled(sending, socket.writableLength > 0, bytesSent(socket), leastBytes) ||
    isStalled(closing, isOver, 0, 1)
  )
}

/** Whether a reader waits for more of the body: it has consumed all that arrived. */
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
 * The bytes that have left the process. `socket.bytesWritten` includes bytes that are still queued.
 * The timeouts of Node read the same internal counters.
 */
function bytesSent(socket: Socket): number {
  const handle = Reflect.get(socket, '_handle') as WriteCounts | null
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

interface WriteCounts {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}
