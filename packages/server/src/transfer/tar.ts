/** The part of the tar format that a backup needs: plain files with short names. */
import { buffer } from 'node:stream/consumers'

/** A file in memory. */
export interface TarEntry {
  name: string
  body: Buffer
}

/** A file of any size, in chunks that are used once. */
export interface TarFile {
  name: string
  size: number
  chunks: AsyncIterable<Buffer>
}

const blockSize = 512
/** Backups contain no larger entries, except for media files, which are not read into memory. */
const maxEntryBytes = 1 << 30
/** Eleven octal digits. Larger sizes are written in binary, as GNU tar does. */
const maxOctalSize = 8 ** 11 - 1
const binaryMark = 0x80

/** Not a tar file, or a truncated one. */
class BadTar extends Error {
  override name = 'BadTar'
}

export async function* writeTar(entries: AsyncIterable<TarEntry | TarFile>): AsyncIterable<Buffer> {
  for await (const entry of entries) {
    const size = 'body' in entry ? entry.body.length : entry.size
    yield headerOf(entry.name, size)
    if ('body' in entry) yield entry.body
    else yield* exactly(entry)
    yield Buffer.alloc(padding(size))
  }
  yield Buffer.alloc(2 * blockSize)
}

/** Another number of bytes would make all later entries unreadable. */
async function* exactly({ name, size, chunks }: TarFile): AsyncIterable<Buffer> {
  let written = 0
  for await (const chunk of chunks) {
    written += chunk.length
    if (written > size) break
    yield chunk
  }
  if (written !== size) throw new Error(`${name} does not have its size of ${size} bytes`)
}

/** What the caller does not read of an entry is skipped. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncIterable<TarFile> {
  const source = byteSource(chunks)
  for (;;) {
    const header = await source.take(blockSize)
    if (header.every((byte) => byte === 0)) return
    const { name, size } = readHeader(header)
    const body = source.chunks(size)
    yield { name, size, chunks: body }
    for await (const _ of body);
    await source.take(padding(size))
  }
}

/** Reads an entry into memory. */
export async function wholeEntry(
  { name, size, chunks }: TarFile,
  maxBytes = maxEntryBytes,
): Promise<TarEntry> {
  if (size > maxBytes) throw new BadTar('too large an entry')
  return { name, body: await buffer(chunks) }
}

function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockSize)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size <= maxOctalSize) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header[124] = binaryMark
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function readHeader(header: Buffer): { name: string; size: number } {
  const expected = Number.parseInt(textAt(header, 148, 8), 8)
  const blank = Buffer.from(header)
  blank.write('        ', 148)
  const isBinary = header[124] === binaryMark
  const size = isBinary
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(textAt(header, 124, 12), 8)
  if (checksumOf(blank) !== expected || !Number.isSafeInteger(size) || size < 0) {
    throw new BadTar('invalid header')
  }
  return { name: textAt(header, 0, 100), size }
}

function textAt(header: Buffer, start: number, length: number): string {
  const [text = ''] = header.toString('latin1', start, start + length).split('\0')
  return text
}

function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

interface ByteSource {
  /** Exactly this number of bytes. */
  take(count: number): Promise<Buffer>
  /** The same as chunks. They can be read by several callers, who each get the next ones. */
  chunks(count: number): AsyncIterable<Buffer>
}

function byteSource(chunks: AsyncIterable<Buffer>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Between one byte and `most` bytes. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next: IteratorResult<Buffer, unknown> = await iterator.next()
      if (next.done) throw new BadTar('unexpected end of file')
      rest = next.value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }

  function chunksOf(count: number): AsyncIterable<Buffer> {
    let left = count
    return {
      async *[Symbol.asyncIterator]() {
        while (left > 0) {
          const piece = await some(left)
          left -= piece.length
          yield piece
        }
      },
    }
  }

  return { take: (count) => buffer(chunksOf(count)), chunks: chunksOf }
}
