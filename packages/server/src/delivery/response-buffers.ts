/**
 * Buffers for responses, sliced from large chunks that are reused when all of their slices have been sent.
 * Without this, every response allocates new memory and keeps the garbage collector busy. A chunk with a
 * slice that is never released is left to the garbage collector.
 */
const chunkBytes = 1024 * 1024
/** Longer buffers would leave too much of a chunk unused. */
const mostSliced = chunkBytes / 2
const mostSpare = 6

interface Chunk {
  readonly memory: Buffer
  used: number
  /** How many slices are still in use. */
  open: number
}

const chunks = new WeakMap<ArrayBufferLike, Chunk>()
const spare: Chunk[] = []
let current = newChunk()

function newChunk(): Chunk {
  const chunk = { memory: Buffer.allocUnsafeSlow(chunkBytes), used: 0, open: 0 }
  chunks.set(chunk.memory.buffer, chunk)
  return chunk
}

export function responseBuffer(length: number): Buffer {
  if (length > mostSliced) return Buffer.allocUnsafeSlow(length)
  if (current.used + length > chunkBytes) current = spare.pop() ?? newChunk()
  const start = current.used
  current.used += length
  current.open++
  return current.memory.subarray(start, current.used)
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
  if (chunk !== current && spare.length < mostSpare) spare.push(chunk)
}
