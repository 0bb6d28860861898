/** A process that reads many streams of `GET /v1/changes` over raw sockets. */
import { connect } from 'node:net'
import { requestText } from '../load.ts'
import { epochTime } from './epoch-time.ts'

/** Opens streams, or waits until all of them have received a change of this item. */
export type StreamMessage = { open: number; port: number; key: string } | { waitFor: number }
/** The time at which the last stream was open, or received the change; or what failed. */
export type StreamReply = { at: number } | { failed: string }

/** Streams that are opened at the same time. */
const atOnce = 50
const itemPattern = /"data":\{"id":(\d+),/g
/** Enough for the part of an event up to the item. */
const tailLength = 400

interface Arrivals {
  count: number
  at: number
}

const arrivals = new Map<number, Arrivals>()
let streams = 0
let failure: string | undefined
let onChange = (): void => {}

process.on('message', (message: StreamMessage) => {
  const work = 'open' in message ? openAll(message) : arrived(message.waitFor)
  void work.then(
    (at) => process.send?.({ at } satisfies StreamReply),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies StreamReply),
  )
})
process.on('disconnect', () => process.exit())

async function openAll(message: { open: number; port: number; key: string }): Promise<number> {
  let left = message.open
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await openStream(message.port, message.key)
    }),
  )
  return epochTime()
}

/** Shared by all connections: each piece is handled before the next one is read. */
const received = Buffer.alloc(64 * 1024)

/** Resolves with the first id, after which the stream reports every change. */
function openStream(port: number, key: string): Promise<void> {
  const request = requestText({ path: '/v1/changes', headers: { 'X-SERVICE-API-KEY': key } })
  return new Promise((resolve, reject) => {
    let isOpen = false
    let tail = ''
    const fail = (reason: string): void => {
      failure = reason
      reject(new Error(reason))
      onChange()
    }
    function read(piece: string): void {
      const text = tail + piece
      if (!isOpen && !text.startsWith('HTTP/1.1 200 ')) return fail(text.slice(0, 500))
      if (!isOpen && /\nid: /.test(text)) {
        isOpen = true
        streams++
        resolve()
      }
      let end = 0
      for (const match of text.matchAll(itemPattern)) {
        count(Number(match[1]))
        end = match.index + match[0].length
      }
      if (isOpen) tail = text.slice(Math.max(end, text.length - tailLength))
      else tail = text
    }
    const onread = {
      buffer: received,
      callback(length: number): boolean {
        read(received.toString('latin1', 0, length))
        return true
      },
    }
    const socket = connect({ port, host: '127.0.0.1', onread }, () => void socket.write(request))
    socket.on('error', (error) => fail(`a stream failed: ${error.message}`))
    socket.on('close', () => fail('the server closed a stream'))
  })
}

function count(id: number): void {
  const item = arrivals.getOrInsertComputed(id, () => ({ count: 0, at: 0 }))
  item.count++
  item.at = epochTime()
  if (item.count === streams) onChange()
}

function arrived(id: number): Promise<number> {
  return new Promise((resolve, reject) => {
    onChange = () => {
      const item = arrivals.get(id)
      if (failure !== undefined) reject(new Error(failure))
      else if (item?.count === streams) resolve(item.at)
    }
    onChange()
  })
}
