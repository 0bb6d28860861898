import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTar, wholeEntry, writeTar, type TarEntry, type TarFile } from './tar.ts'

async function* each<T>(values: readonly T[]): AsyncIterable<T> {
  yield* values
}

function cut(bytes: Buffer, length: number): Buffer[] {
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length))
}

const entries = fc.array(
  fc
    .tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.uint8Array({ maxLength: 1500 }))
    .map(([name, bytes]) => ({ name, body: Buffer.from(bytes) })),
  { maxLength: 4 },
)

test('entries are read as written, in chunks of any size and whether they are read or not', async () => {
  const chunk = fc.integer({ min: 16, max: 2000 })
  const property = fc.asyncProperty(entries, chunk, fc.boolean(), async (all, length, isFile) => {
    const written = all.map(({ name, body }): TarEntry | TarFile =>
      isFile ? { name, size: body.length, chunks: each(cut(body, length)) } : { name, body },
    )
    const bytes = Buffer.concat(await Array.fromAsync(writeTar(each(written))))
    const read: TarEntry[] = []
    const names: string[] = []
    for await (const file of readTar(each(cut(bytes, length)))) {
      names.push(file.name)
      if (names.length % 2 === 1) read.push(await wholeEntry(file))
      // Stops after the first chunk.
      else for await (const _ of file.chunks) break
    }
    assert.deepEqual(
      names,
      all.map(({ name }) => name),
    )
    assert.deepEqual(
      read,
      all.filter((_, index) => index % 2 === 0),
    )
  })
  await fc.assert(property)
})

test('a file can have more than 8 GiB', async () => {
  const size = 9 * 1024 ** 3
  const file = { name: 'movie', size, chunks: each<Buffer>([]) }
  const [header] = await Array.fromAsync(headersOf(file))
  assert.ok(header)
  for await (const read of readTar(each([header, Buffer.alloc(512)]))) {
    assert.deepEqual([read.name, read.size], ['movie', size])
    await assert.rejects(wholeEntry(read), /too large/)
    return
  }
})

async function* headersOf(file: TarFile): AsyncIterable<Buffer> {
  for await (const chunk of writeTar(each([file]))) {
    yield chunk
    return
  }
}
