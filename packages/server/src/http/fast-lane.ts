/**
 * Answers what is ready from memory without parsing more than the first line of a request, which is
 * three quarters of the cost of such an answer. Whatever is not the plainest of requests, whole and
 * alone in what has arrived, goes to the HTTP server together with its connection, for good.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The whole answer as it goes over the wire; undefined where it is not ready. */
export type FastAnswer = (url: string, accept: string) => Buffer | undefined

/** As long as the HTTP server waits for the next request. */
const idleTime = 65_000
const longestHead = 4096
/** Who does not read what was sent gets no more of it. */
const mostUnread = 1_000_000

/** Serves new connections of a server until they want more. */
export function addFastLane(server: Server, answer: FastAnswer): { end(): void } {
  const takeOver = server.listeners('connection')
  const sockets = new Set<Socket>()

  function handOver(socket: Socket, chunk: Buffer): void {
    socket.setTimeout(0)
    socket.pause()
    for (const listener of takeOver) Reflect.apply(listener, server, [socket])
    socket.unshift(chunk)
    socket.resume()
  }

  function serve(socket: Socket): void {
    const destroy = (): void => void socket.destroy()
    const resume = (): void => void (socket.isPaused() && socket.resume())
    const leave = (): void => {
      sockets.delete(socket)
      socket.off('data', onData).off('drain', resume).off('close', leave)
      socket.off('error', destroy).off('timeout', destroy)
    }
    const onData = (chunk: Buffer): void => {
      const request = plainRequest(chunk)
      const reply = request ? answer(request.url, request.accept) : undefined
      if (!reply) {
        leave()
        handOver(socket, chunk)
        return
      }
      socket.write(reply)
      if (socket.writableLength > mostUnread) socket.pause()
    }
    sockets.add(socket)
    socket.setTimeout(idleTime)
    socket.on('data', onData).on('drain', resume).on('close', leave)
    socket.on('error', destroy).on('timeout', destroy)
  }

  server.removeAllListeners('connection')
  server.on('connection', serve)
  return {
    end() {
      for (const socket of sockets) socket.end()
    },
  }
}

interface PlainRequest {
  readonly url: string
  readonly accept: string
}

/** Clients repeat themselves: what a head says is read once. */
const readHeads = new Map<string, PlainRequest | null>()
const rememberedHeads = 2000

function plainRequest(chunk: Buffer): PlainRequest | null {
  if (chunk.length > longestHead) return null
  const head = chunk.toString('latin1')
  const known = readHeads.get(head)
  if (known !== undefined) return known
  const request = parse(head)
  if (readHeads.size >= rememberedHeads) readHeads.clear()
  readHeads.set(head, request)
  return request
}

/**
 * A GET without a body that asks for nothing but the file. Headers that could change the answer, or
 * where the next request begins, are left to the HTTP server, and so is all that is odd.
 */
function parse(head: string): PlainRequest | null {
  const [, url] = plainLine.exec(head) ?? []
  const isAlone = head.indexOf('\r\n\r\n') === head.length - 4
  if (url === undefined || !isAlone || meaningful.test(head) || !plainHead.test(head)) return null
  const [, accept = ''] = acceptHeader.exec(head) ?? []
  return { url, accept: accept.trimEnd() }
}

const plainLine = /^GET (\/[!-~]*) HTTP\/1\.1\r\n/
/** Lines of printable characters, each with a name that begins it. */
const plainHead = /^[ -~]+\r\n(?:[A-Za-z][\w-]*:[ -~]*\r\n)+\r\n$/
const meaningful =
  /\r\n(?:range|if-[a-z-]+|connection: *close|content-length|transfer-encoding|expect|upgrade|te|trailer)\b/i
const acceptHeader = /\r\naccept: *([^\r]*)/i
