/**
 * Writes responses: fills placeholders by copying bytes, without parsing or serializing JSON.
 *
 * Their buffers are sliced from large chunks that are reused when all of their slices have been sent. Without
 * this, every response allocates new memory and keeps the garbage collector busy. A chunk with a slice that is
 * never released is left to the garbage collector.
 */
import type { View } from '../query/view.ts'
import type { Gathered } from './gather.ts'

export interface Renderer {
  /** Writes generated text between items, one byte per character. */
  text(text: string): void
  /** Writes JSON that may contain values, in UTF-8. */
  json(text: string): void
  /** Returns the number of bytes written. */
  item(itemId: number, view: View): number
  /** Drops the closing bracket of the last item, so that properties can be added. */
  reopen(): void
  /** Everything written so far; throws unless it has the computed length. */
  bytes(): Buffer
}

/** `extra` is the number of bytes besides the items. */
export function renderer(gathered: Gathered, extra: number): Renderer {
  const { depth, isVisible } = gathered
  const out = responseBuffer(gathered.bytes + extra)
  let end = 0

  function text(words: string): void {
    end += out.write(words, end, 'latin1')
  }

  function item(itemId: number, view: View, left: number): void {
    const { bytes, holes } = gathered.template(itemId, view)
    let from = 0
    for (const hole of holes) {
      end += bytes.copy(out, end, from, hole.at)
      from = hole.at
      if (hole.kind === 'media') end += gathered.mediaBytes(hole.id).copy(out, end)
      else if (hole.kind === 'references') list(hole.ids, hole.view, left)
      else if (isVisible(hole.id)) target(hole.id, hole.view, left)
      else text('null')
    }
    end += bytes.copy(out, end, from)
  }

  function target(itemId: number, view: View, left: number): void {
    if (left === 0) text(String(itemId))
    else item(itemId, view, left - 1)
  }

  function list(ids: readonly number[], view: View, left: number): void {
    text('[')
    let isFirst = true
    for (const id of ids) {
      if (!isVisible(id)) continue
      if (!isFirst) text(',')
      isFirst = false
      target(id, view, left)
    }
    text(']')
  }

  return {
    text,
    json(words) {
      end += out.write(words, end)
    },
    item(itemId, view) {
      const start = end
      item(itemId, view, depth)
      return end - start
    },
    reopen() {
      end -= 1
    },
    bytes() {
      if (end !== out.length) throw new Error(`${end} bytes were written instead of ${out.length}`)
      return out
    },
  }
}

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
