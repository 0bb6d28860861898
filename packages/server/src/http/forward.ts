/** Sends bodies without a known length, such as streams of events. */
import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * As `pipe`, with one write to the socket for each piece instead of four. For an event that goes to thousands
 * of streams, the writes are most of the time.
 */
export function forward(body: Readable, response: ServerResponse): void {
  body.on('data', (piece: Buffer) => {
    const blocked = send(response, piece)
    if (!blocked) return
    body.pause()
    blocked.once('drain', () => void body.resume())
  })
  body.once('end', () => void response.end())
}

/**
 * Returns what emits `drain` when more can be sent; undefined if more can be sent now. A response has no socket
 * while it waits for an earlier one on the same connection. An empty chunk would end the body.
 */
function send(response: ServerResponse, piece: Buffer): EventEmitter | undefined {
  const { socket } = response
  if (!socket || !mayBypass(response) || piece.length === 0) {
    return response.write(piece) ? undefined : response
  }
  if (!socket.writable) return undefined
  return socket.write(chunkOf(piece)) ? undefined : socket
}

/** Whether everything before was passed to the socket, and chunks are expected. */
function mayBypass({ headersSent, chunkedEncoding, writableCorked }: ServerResponse): boolean {
  return headersSent && chunkedEncoding && writableCorked === 0
}

/** The chunk of each piece, because streams share the bytes of an event. */
const chunks = new WeakMap<Buffer, Buffer>()
const lineEnd = '\r\n'

/** As in RFC 9112, 7.1. */
function chunkOf(piece: Buffer): Buffer {
  const made = chunks.get(piece)
  if (made) return made
  const size = Buffer.from(piece.length.toString(16) + lineEnd, 'latin1')
  const chunk = Buffer.concat([size, piece, Buffer.from(lineEnd, 'latin1')])
  chunks.set(piece, chunk)
  return chunk
}
