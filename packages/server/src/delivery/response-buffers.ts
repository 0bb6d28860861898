/**
 * The memory of responses. Their buffers are sliced from large chunks that are reused when all of their slices
 * have been sent. Without this, every response allocates new memory and keeps the garbage collector busy. A
 * chunk with a slice that is never released is left to the garbage collector.
 */
import { createScheduler } from '../scheduling/scheduler.ts'

const chunkBytes = 1024 * 1024
/** Longer buffers would leave too much of a chunk unused: each has a chunk of its own. */
const mostSliced = chunkBytes / 2
const mostSpare = 6
const mostSpareBytesOfLong = 16 * chunkBytes

interface Chunk {
  readonly memory: Buffer
  used: number
  /** How many slices are still in use. */
  open: number
}

const chunks = new WeakMap<ArrayBufferLike, Chunk>()
const spare: Chunk[] = []
const spareOfLong: Chunk[] = []
let current = newChunk(chunkBytes)

function newChunk(bytes: number): Chunk {
  const chunk = { memory: Buffer.allocUnsafeSlow(bytes), used: 0, open: 0 }
  chunks.set(chunk.memory.buffer, chunk)
  return chunk
}

export function responseBuffer(length: number): Buffer {
  if (length > mostSliced) return longBuffer(length)
  if (current.used + length > chunkBytes) current = spare.pop() ?? newChunk(chunkBytes)
  const start = current.used
  current.used += length
  current.open++
  return current.memory.subarray(start, current.used)
}

function longBuffer(length: number): Buffer {
  // Always longer than the buffer, like the chunks of others: caches copy such a buffer.
  const bytes = (Math.floor(length / chunkBytes) + 1) * chunkBytes
  const index = spareOfLong.findIndex(({ memory }) => memory.length === bytes)
  const [chunk = newChunk(bytes)] = index === -1 ? [] : spareOfLong.splice(index, 1)
  chunk.used = length
  chunk.open = 1
  return chunk.memory.subarray(0, length)
}

/** Whether the buffer comes from the pool and must be released. */
export function isPooled(bytes: Buffer): boolean {
  return chunks.has(bytes.buffer)
}

/** Must be called once, when the bytes are no longer needed. Ignores buffers from other memory. */
export function releaseBuffer(bytes: Buffer): void {
  const chunk = chunks.get(bytes.buffer)
  if (!chunk) return
  chunk.open--
  if (chunk.open > 0) return
  chunk.used = 0
  if (chunk.memory.length > chunkBytes) addSpareOfLong(chunk)
  else if (chunk !== current && spare.length < mostSpare) spare.push(chunk)
}

function addSpareOfLong(chunk: Chunk): void {
  spareOfLong.push(chunk)
  let bytes = spareOfLong.reduce((sum, { memory }) => sum + memory.length, 0)
  while (bytes > mostSpareBytesOfLong) bytes -= spareOfLong.shift()?.memory.length ?? bytes
}

/** Bytes. */
const longResponse = 512 * 1024
const concurrency = 4

const scheduler = createScheduler({ running: { total: concurrency } })

/**
 * Renders long responses a few at a time; root spaces take turns. One processor renders them no faster at once,
 * and their memory would be in use before the first of them is sent.
 */
export async function inTurnIfLong<T>(
  bytes: number,
  rootId: number,
  render: () => T | Promise<T>,
): Promise<T> {
  if (bytes <= longResponse) return render()
  return scheduler.run({ group: rootId }, async () => render())
}
