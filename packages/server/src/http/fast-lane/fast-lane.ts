/**
 * Answers plain requests without the HTTP server, whose parsing and writing is three quarters of the
 * cost of a short answer. Whatever is not the plainest of requests, whole and alone in what has
 * arrived, goes to the HTTP server together with its connection, for good.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { giveBack, isFromRoom } from '../../delivery/answer-room.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { Connections } from '../connections.ts'
import { plainRequest, type PlainRequest } from './plain-request.ts'

/** An answer as it goes over the wire, sent once: memory of answers is given back when it was. */
export type Wire = readonly Buffer[]

export interface Caller {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined
  /** Whether nobody is there any more to read the answer. */
  isGone(): boolean
}

/** Now, or soon; undefined where the HTTP server should answer. Must not fail. */
export type FastAnswer = (request: PlainRequest, caller: Caller) => Wire | Promise<Wire> | undefined

export interface FastLaneOptions {
  readonly answer: FastAnswer
  readonly connections: Connections
}

/** As long as the HTTP server waits for the next request. */
const idleTime = 65_000
/** Who does not read what was sent gets no more of it. */
const mostUnread = 1_000_000
/** Longer responses are written piece by piece, and others are served in between. */
const pieceBytes = 512 * 1024

/** Serves new connections of a server until they want more. */
export function addFastLane(
  server: Server,
  { answer, connections }: FastLaneOptions,
): { end(): void; cut(): void } {
  const takeOver = server.listeners('connection')
  /** With whether an answer is being made. */
  const sockets = new Map<Socket, { isBusy: boolean }>()
  let isEnding = false

  function handOver(socket: Socket): void {
    socket.setTimeout(0)
    for (const listener of takeOver) Reflect.apply(listener, server, [socket])
    socket.resume()
  }

  function serve(socket: Socket): void {
    const state = { isBusy: false }
    /** Whether no request has come yet. */
    let isNew = true
    const destroy = (): void => void socket.destroy()
    const onTimeout = (): void => void (state.isBusy || socket.destroy())
    const onEnd = (): void => void (state.isBusy || socket.end())
    let release: (() => void) | undefined
    const goOn = (): void => {
      release?.()
      release = undefined
      if (!state.isBusy && socket.isPaused() && socket.writableLength <= mostUnread) socket.resume()
    }
    const isGone = (): boolean => socket.destroyed || socket.readableEnded
    const caller = { peer: socket.remoteAddress, isGone }
    const leave = (): void => {
      sockets.delete(socket)
      release?.()
      socket.off('data', onData).off('drain', goOn).off('end', onEnd).off('close', leave)
      socket.off('error', destroy).off('timeout', onTimeout)
    }
    const write = (wire: Wire): void => {
      const isOne = wire.length === 1
      if (!isOne) socket.cork()
      for (const part of wire) {
        if (isFromRoom(part)) socket.write(part, () => giveBack(part))
        else socket.write(part)
      }
      if (!isOne) socket.uncork()
      if (socket.writableNeedDrain) release ??= connections.hold(socket, socket.writableLength)
    }
    const afterResponse = (): void => {
      // A client that has closed its side still gets its answer.
      if (isEnding || socket.readableEnded) socket.end()
      else if (socket.writableLength > mostUnread) socket.pause()
    }
    const writeHeld = async (wire: Wire): Promise<void> => {
      const end = connections.hold(socket, bytesOf(wire))
      await writePieces(socket, wire)
      end()
    }
    const finish = async (reply: Wire | Promise<Wire>): Promise<void> => {
      const wire = await reply
      if (isLong(wire)) await writeHeld(wire)
      else if (!socket.destroyed) write(wire)
      state.isBusy = false
      connections.end(socket)
      if (socket.destroyed) return
      afterResponse()
      goOn()
    }
    /** The chunk waits in the socket, as does the end of the connection behind it. */
    const keep = (chunk: Buffer): void => {
      socket.pause()
      socket.unshift(chunk)
    }
    /** Many clients may come at once, and the HTTP server needs a while for each of them. */
    const handOverInTurn = async (): Promise<void> => {
      await nextTurn()
      leave()
      if (!socket.destroyed) handOver(socket)
    }
    const onData = (chunk: Buffer): void => {
      if (socket.writableEnded) return
      if (state.isBusy) return keep(chunk)
      const request = plainRequest(chunk)
      const reply = request ? answer(request, caller) : undefined
      if (isNew) socket.setTimeout(idleTime)
      isNew = false
      if (!reply) {
        state.isBusy = true
        keep(chunk)
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
    socket.on('data', onData).on('drain', goOn).on('end', onEnd).on('close', leave)
    socket.on('error', destroy).on('timeout', onTimeout)
  }

  server.removeAllListeners('connection')
  server.on('connection', serve)
  return {
    end() {
      isEnding = true
      // Who keeps its own side open, or never said anything, is not waited for.
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

function bytesOf(wire: Wire): number {
  return wire.reduce((sum, { length }) => sum + length, 0)
}

/** Writes as long as the client reads, each piece in a turn of its own. */
async function writePieces(socket: Socket, wire: Wire): Promise<void> {
  for (const part of wire) {
    for (let at = 0; at < part.length && !socket.destroyed; at += pieceBytes) {
      await nextTurn()
      if (!socket.write(part.subarray(at, at + pieceBytes))) await drained(socket)
    }
  }
}

/** Resolves when all that was written has left the process, or the connection is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end)
      resolve()
    }
    socket.on('drain', end).on('close', end)
  })
}
