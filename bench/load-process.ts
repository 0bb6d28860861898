/** The process behind `load.ts`. */
import { connect } from 'node:net'
import { counterMark, type LoadMessage, type LoadReply, type LoadResult } from './load.ts'

type Run = Extract<LoadMessage, { run: unknown }>['run']

interface Prepared {
  bytes: Buffer
  hasMark: boolean
  /** Of the last answer, by port, to notice one that is not what it was. */
  lengths: Map<number, Lengths>
}

interface Lengths {
  body: number
  /** With its head. */
  whole: number
}

const sets = new Map<number, Prepared[]>()
const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')
const noBytes = Buffer.alloc(0)
/** Ahead of every generator that was started before, as long as none sends 100 in a millisecond. */
let counter = (Date.now() % 10_000_000) * 100

process.on('message', (message: LoadMessage) => {
  if (message === 'forget') sets.clear()
  else if ('requests' in message) sets.set(message.set, message.requests.map(prepare))
  else void answer(message.run, sets.get(message.set) ?? [])
})

async function answer(run: Run, prepared: Prepared[]): Promise<void> {
  const reply = (result: LoadReply): void => void process.send?.(result)
  await ask(run, prepared).then(reply, (error: unknown) => reply({ failed: String(error) }))
}

function prepare(request: string): Prepared {
  const hasMark = request.includes(counterMark)
  return { bytes: Buffer.from(request), hasMark, lengths: new Map() }
}

interface Round {
  run: Run
  prepared: Prepared[]
  next: number
  /** No request with this number or a later one is sent. */
  last: number
  /** When all connections were there. */
  began: number
  end: number
  times: number[]
  bytes: number
}

async function ask(run: Run, prepared: Prepared[]): Promise<LoadResult> {
  const { until, start: next = 0 } = run
  const isTimed = until !== 'all were asked'
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
  const asking = Array.from({ length: run.connections }, () =>
    askOver(round, async () => {
      await isReady()
      if (round.began > 0) return
      round.began = performance.now()
      round.end = isTimed ? round.began + until.seconds * 1000 : Infinity
      round.times = []
      round.bytes = 0
    }),
  )
  await Promise.all(asking)
  return resultOf(round, (performance.now() - round.began) / 1000)
}

/**
 * Opens when so many have come: time counts from when each connection has had an answer, because a busy
 * server takes in new ones slowly, and clients keep theirs.
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
  const answers = sorted.length
  return {
    answers,
    seconds,
    rate: answers / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes: bytes / answers,
  }
}

/** `begin` is called after a first answer, and what comes before it is not counted. */
function askOver(round: Round, begin: () => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { prepared, run } = round
  let asked: Prepared | undefined
  let sentAt = 0
  let missing = 0
  let tail: Buffer = noBytes
  let hasBegun = round.last !== Infinity

  const sendNext = (): void => {
    const now = performance.now()
    asked =
      now < round.end && round.next < round.last
        ? prepared[round.next % prepared.length]
        : undefined
    if (!asked) {
      socket.destroy()
      resolve()
      return
    }
    round.next++
    sentAt = now
    socket.write(asked.hasMark ? numbered(asked.bytes) : asked.bytes)
  }

  const beginAnswer = (chunk: Buffer): void => {
    const head = chunk.toString('latin1', 0, chunk.indexOf(headEnd) + headEnd.length)
    const length = lengthIn(head)
    if (!asked || !/^HTTP\/1\.1 20[01] /.test(head) || length === undefined) {
      throw new Error(`unexpected answer to ${asked?.bytes.toString().slice(0, 200)}: ${head}`)
    }
    const known = asked.lengths.get(run.port)
    if (known && run.isSteady && known.body !== length) {
      throw new Error(`${length} bytes, not ${known.body}: ${asked.bytes.toString()}`)
    }
    missing = head.length + length
    asked.lengths.set(run.port, { body: length, whole: missing })
  }

  /** An answer without a length ends with an empty chunk; nothing else is on its way behind it. */
  const isLastChunk = (chunk: Buffer): boolean => {
    tail = Buffer.concat([tail, chunk.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }

  const socket = connect({ port: run.port, host: '127.0.0.1', noDelay: true }, sendNext)
  socket.on('error', reject)
  socket.on('close', () => (asked ? reject(new Error('the server hung up')) : resolve()))
  socket.on('data', (chunk: Buffer) => {
    try {
      if (missing === 0) {
        missing = asked && run.isSteady ? sameAsBefore(chunk, asked.lengths.get(run.port)) : 0
        if (missing === 0) beginAnswer(chunk)
      }
    } catch (error) {
      asked = undefined
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

/** Its length, where an answer has come in one piece and is as long as the last one: most do. */
function sameAsBefore(chunk: Buffer, known: Lengths | undefined): number {
  const isOk = chunk[9] === 0x32 && chunk[10] === 0x30 && chunk[11] === 0x30
  return isOk && chunk.length === known?.whole ? chunk.length : 0
}

/**
 * Heads come in one piece over the loopback; one that does not is an unexpected answer. Answers in
 * chunks, as some peers send them, have no end that is known before.
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
