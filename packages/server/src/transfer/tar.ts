/** The part of the tar format that a backup needs: plain files with short names. */

export interface TarEntry {
  name: string
  body: Buffer
}

const blockSize = 512
/** Backups contain no larger entries. */
const maxEntryBytes = 1 << 30

/** Not a tar file, or a truncated one. */
class BadTar extends Error {
  override name = 'BadTar'
}

export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncIterable<Buffer> {
  for await (const { name, body } of entries) {
    yield headerOf(name, body.length)
    yield body
    yield Buffer.alloc(padding(body.length))
  }
  yield Buffer.alloc(2 * blockSize)
}

export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncIterable<TarEntry> {
  const source = byteSource(chunks)
  for (;;) {
    const header = await source.take(blockSize)
    if (header.every((byte) => byte === 0)) return
    const { name, size } = readHeader(header)
    const body = await source.take(size)
    await source.take(padding(size))
    yield { name, body }
  }
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
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
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
  const size = Number.parseInt(textAt(header, 124, 12), 8)
  if (checksumOf(blank) !== expected || !(size <= maxEntryBytes)) {
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

/** Reads exact numbers of bytes from chunks of any size. */
function byteSource(chunks: AsyncIterable<Buffer>): { take(count: number): Promise<Buffer> } {
  const iterator = chunks[Symbol.asyncIterator]()
  let pieces: Buffer[] = []
  let available = 0
  return {
    async take(count) {
      while (available < count) {
        const next: IteratorResult<Buffer, unknown> = await iterator.next()
        if (next.done) throw new BadTar('unexpected end of file')
        pieces.push(next.value)
        available += next.value.length
      }
      const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
      pieces = [all.subarray(count)]
      available -= count
      return all.subarray(0, count)
    },
  }
}
