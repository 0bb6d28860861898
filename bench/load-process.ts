/** The process of `load.ts`. */
import { connect } from 'node:net'
import { counterMark, type LoadMessage, type LoadReply, type LoadResult } from './load.ts'

type Run = Extract<LoadMessage, { run: unknown }>['run']

interface Prepared {
  bytes: Buffer
  hasMark: boolean
  /** Lengths of the last response by port, to detect a response that differs. */
  lengths: Map<number, Lengths>
}

interface Lengths {
  body: number
  /** Including the head. */
  total: number
}

const sets = new Map<number, Prepared[]>()
const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')
const noBytes = Buffer.alloc(0)
/** Higher than the numbers of all earlier generators, unless one sends 100 requests in a millisecond. */
let counter = (Date.now() % 10_000_000) * 100

process.on('message', (message: LoadMessage) => {
  if (message === 'clear') sets.clear()
  else if ('requests' in message) sets.set(message.set, message.requests.map(prepare))
  else void runAndReply(message.run, sets.get(message.set) ?? [])
})

async function runAndReply(run: Run, prepared: Prepared[]): Promise<void> {
  const reply = (result: LoadReply): void => void process.send?.(result)
  await runLoad(run, prepared).then(reply, (error: unknown) => reply({ failed: String(error) }))
}

function prepare(request: string): Prepared {
  const hasMark = request.includes(counterMark)
  return { bytes: Buffer.from(request), hasMark, lengths: new Map() }
}

interface Round {
  run: Run
  prepared: Prepared[]
  next: number
  /** Requests are sent only below this number. */
  last: number
  /** When all connections were open. */
  began: number
  end: number
  times: number[]
  bytes: number
}

async function runLoad(run: Run, prepared: Prepared[]): Promise<LoadResult> {
  const { until, start: next = 0 } = run
  const isTimed = until !== 'all requests sent'
  const last = isTimed ? Infinity : next + prepared.length
  const round: Round = {
    run,
    prepared,
    next,
    last,
    began: isTimed ? 0 : performance.now(),
    end: Infinity,
    times: [],
    bytes: 0,
  }
  const isReady = createBarrier(run.connections)
  const running = Array.from({ length: run.connections }, () =>
    sendOver(round, async () => {
      await isReady()
      if (round.began > 0) return
      round.began = performance.now()
      round.end = isTimed ? round.began + until.seconds * 1000 : Infinity
      round.times = []
      round.bytes = 0
    }),
  )
  await Promise.all(running)
  return resultOf(round, (performance.now() - round.began) / 1000)
}

/**
 * Opens when `size` callers have arrived. The measurement begins when each connection has had a response:
 * a busy server accepts new connections slowly, and real clients reuse theirs.
 */
function createBarrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = size
  return () => {
    if (--missing === 0) resolve()
    return promise
  }
}

function resultOf({ times, bytes }: Round, seconds: number): LoadResult {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const responses = sorted.length
  return {
    responses,
    seconds,
    rate: responses / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes: bytes / responses,
  }
}

/** Calls `begin` after the first response, which is not counted. */
function sendOver(round: Round, begin: () => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { prepared, run } = round
  let current: Prepared | undefined
  let sentAt = 0
  let missing = 0
  let tail: Buffer = noBytes
  let hasBegun = round.last !== Infinity

  const sendNext = (): void => {
    const now = performance.now()
    current =
      now < round.end && round.next < round.last
        ? prepared[round.next % prepared.length]
        : undefined
    if (!current) {
      socket.destroy()
      resolve()
      return
    }
    round.next++
    sentAt = now
    socket.write(current.hasMark ? numbered(current.bytes) : current.bytes)
  }

  const beginResponse = (chunk: Buffer): void => {
    const head = chunk.toString('latin1', 0, chunk.indexOf(headEnd) + headEnd.length)
    const length = lengthIn(head)
    if (!current || !/^HTTP\/1\.1 20[01] /.test(head) || length === undefined) {
      throw new Error(`unexpected response to ${current?.bytes.toString().slice(0, 200)}: ${head}`)
    }
    const last = current.lengths.get(run.port)
    if (last && run.isSteady && last.body !== length) {
      throw new Error(`${length} bytes, not ${last.body}: ${current.bytes.toString()}`)
    }
    missing = head.length + length
    current.lengths.set(run.port, { body: length, total: missing })
  }

  /** A chunked response ends with an empty chunk. Nothing follows it, since requests do not overlap. */
  const isLastChunk = (chunk: Buffer): boolean => {
    tail = Buffer.concat([tail, chunk.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }

  const socket = connect({ port: run.port, host: '127.0.0.1', noDelay: true }, sendNext)
  socket.on('error', reject)
  socket.on('close', () =>
    current ? reject(new Error('the server closed the connection')) : resolve(),
  )
  socket.on('data', (chunk: Buffer) => {
    try {
      if (missing === 0) {
        missing = current && run.isSteady ? sameAsBefore(chunk, current.lengths.get(run.port)) : 0
        if (missing === 0) beginResponse(chunk)
      }
    } catch (error) {
      current = undefined
      socket.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
      return
    }
    round.bytes += chunk.length
    missing -= chunk.length
    if (missing === Infinity && isLastChunk(chunk)) missing = 0
    if (missing > 0) return
    round.times.push(performance.now() - sentAt)
    if (hasBegun) return sendNext()
    hasBegun = true
    void begin().then(sendNext)
  })
  return promise
}

/** Fast path: the length of a response that arrived in one chunk and is as long as the last one, or 0. */
function sameAsBefore(chunk: Buffer, last: Lengths | undefined): number {
  const isOk = chunk[9] === 0x32 && chunk[10] === 0x30 && chunk[11] === 0x30
  return isOk && chunk.length === last?.total ? chunk.length : 0
}

/**
 * The length of the body; `Infinity` for chunked responses, as some peers send them. Over the loopback
 * interface heads arrive in one chunk; any other head is an error.
 */
function lengthIn(head: string): number | undefined {
  const digits = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (digits !== undefined) return Number(digits)
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? Infinity : undefined
}

function numbered(request: Buffer): Buffer {
  const number = String(++counter).padStart(counterMark.length, '0')
  return Buffer.from(request.toString().replaceAll(counterMark, number))
}
