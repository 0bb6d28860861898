/**
 * Responds to plain requests without the HTTP server of Node, whose parsing and writing is three quarters
 * of the cost of a short response. A chunk that is not exactly one plain request moves the connection
 * permanently to the HTTP server.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { releaseBuffer, isPooled } from '../../delivery/render.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { Connections } from '../connections.ts'
import { plainRequest, type FastResponder, type Wire } from './plain-http.ts'

/** Milliseconds. The same as `keepAliveTimeout` of the HTTP server. */
const idleTime = 65_000
/** Bytes. With more unread data, the lane reads no further requests from the client. */
const maxUnread = 1_000_000
/** Longer responses are written in pieces, so that other clients are served in between. */
const pieceBytes = 512 * 1024

/** Serves new connections of a server until a request needs the HTTP server. */
export function addFastLane(
  server: Server,
  respond: FastResponder,
  connections: Connections,
): { end(): void; cut(): void } {
  const takeOver = server.listeners('connection')
  /** Busy while a response is in progress. */
  const sockets = new Map<Socket, { isBusy: boolean }>()
  let isEnding = false

  function handOver(socket: Socket): void {
    socket.setTimeout(0)
    for (const listener of takeOver) Reflect.apply(listener, server, [socket])
    socket.resume()
  }

  function serve(socket: Socket): void {
    const state = { isBusy: false }
    /** Whether no request has arrived yet. */
    let isNew = true
    const destroy = (): void => void socket.destroy()
    const onTimeout = (): void => void (state.isBusy || socket.destroy())
    const onEnd = (): void => void (state.isBusy || socket.end())
    let release: (() => void) | undefined
    const resume = (): void => {
      release?.()
      release = undefined
      if (!state.isBusy && socket.isPaused() && socket.writableLength <= maxUnread) socket.resume()
    }
    const isGone = (): boolean => socket.destroyed || socket.readableEnded
    const origin = { peer: socket.remoteAddress, isGone }
    const leave = (): void => {
      sockets.delete(socket)
      release?.()
      socket.off('data', onData).off('drain', resume).off('end', onEnd).off('close', leave)
      socket.off('error', destroy).off('timeout', onTimeout)
    }
    const write = (wire: Wire): void => {
      const isOne = wire.length === 1
      if (!isOne) socket.cork()
      for (const part of wire) {
        if (isPooled(part)) socket.write(part, () => releaseBuffer(part))
        else socket.write(part)
      }
      if (!isOne) socket.uncork()
      if (socket.writableNeedDrain) release ??= connections.hold(socket, socket.writableLength)
    }
    const afterResponse = (): void => {
      // A client that has half-closed the connection still gets its response.
      if (isEnding || socket.readableEnded) socket.end()
      else if (socket.writableLength > maxUnread) socket.pause()
    }
    const writeHeld = async (wire: Wire): Promise<void> => {
      const end = connections.hold(socket, bytesOf(wire))
      await writePieces(socket, wire)
      releaseAll(wire)
      end()
    }
    const finish = async (reply: Wire | Promise<Wire>): Promise<void> => {
      const wire = await reply
      if (isLong(wire)) await writeHeld(wire)
      else if (socket.destroyed) releaseAll(wire)
      else write(wire)
      state.isBusy = false
      connections.end(socket)
      if (socket.destroyed) return
      afterResponse()
      resume()
    }
    /** Leaves the chunk in the socket, together with the end of the connection that may follow it. */
    const putBack = (chunk: Buffer): void => {
      socket.pause()
      socket.unshift(chunk)
    }
    /** Many clients may connect at once, and the HTTP server takes a while to set up each of them. */
    const handOverInTurn = async (): Promise<void> => {
      await nextTurn()
      leave()
      if (!socket.destroyed) handOver(socket)
    }
    const onData = (chunk: Buffer): void => {
      if (socket.writableEnded) return
      if (state.isBusy) return putBack(chunk)
      const request = plainRequest(chunk)
      const reply = request ? respond(request, origin) : undefined
      if (isNew) socket.setTimeout(idleTime)
      isNew = false
      if (!reply) {
        state.isBusy = true
        putBack(chunk)
        return void handOverInTurn()
      }
      connections.begin(socket)
      if (reply instanceof Promise || isLong(reply)) {
        state.isBusy = true
        void finish(reply)
      } else {
        write(reply)
        afterResponse()
        connections.end(socket)
      }
    }
    sockets.set(socket, state)
    socket.setTimeout(connections.limits.headTime)
    socket.on('data', onData).on('drain', resume).on('end', onEnd).on('close', leave)
    socket.on('error', destroy).on('timeout', onTimeout)
  }

  server.removeAllListeners('connection')
  server.on('connection', serve)
  return {
    end() {
      isEnding = true
      // Does not wait for clients that are idle or keep their side open.
      for (const [socket, { isBusy }] of sockets) if (!isBusy) socket.destroySoon()
    },
    cut() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

function isLong(wire: Wire): boolean {
  return wire.some(({ length }) => length > pieceBytes)
}

function releaseAll(wire: Wire): void {
  for (const part of wire) releaseBuffer(part)
}

function bytesOf(wire: Wire): number {
  return wire.reduce((sum, { length }) => sum + length, 0)
}

/** Writes at the speed at which the client reads, each piece in its own turn of the event loop. */
async function writePieces(socket: Socket, wire: Wire): Promise<void> {
  for (const part of wire) {
    for (let at = 0; at < part.length && !socket.destroyed; at += pieceBytes) {
      await nextTurn('long')
      await written(socket, part.subarray(at, at + pieceBytes))
    }
  }
}

/** Resolves when the bytes are no longer needed: they are sent, or the connection is closed. */
function written(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => void socket.write(bytes, () => resolve()))
}
