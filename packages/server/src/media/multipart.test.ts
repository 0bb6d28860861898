import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { boundaryOf, partsOf } from './multipart.ts'

interface ReadPart {
  name: string | undefined
  filename: string | undefined
  body: string
}

/** The parts of a body that arrives in chunks of this size. */
async function read(body: string | Buffer, boundary: string, size = 7): Promise<ReadPart[]> {
  const bytes = Buffer.from(body)
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size)
      yield bytes.subarray(start, start + size)
  }
  const found: ReadPart[] = []
  for await (const { name, filename, body: pieces } of partsOf(chunks(), boundary)) {
    const pieced: Uint8Array[] = []
    for await (const piece of pieces) pieced.push(piece)
    found.push({ name, filename, body: Buffer.concat(pieced).toString('latin1') })
  }
  return found
}

const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`
const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"'

describe('multipart', () => {
  const good: [what: string, body: string, parts: ReadPart[]][] = [
    [
      'one file',
      `${part(file, 'hello')}--b--`,
      [{ name: 'file', filename: 'a.txt', body: 'hello' }],
    ],
    [
      'a line break at the end',
      `${part(file, 'x')}--b--\r\n`,
      [{ name: 'file', filename: 'a.txt', body: 'x' }],
    ],
    [
      'a preamble and an epilogue',
      `hi\r\n${part(file, 'x')}--b--\r\nbye`,
      [{ name: 'file', filename: 'a.txt', body: 'x' }],
    ],
    [
      'spaces after a boundary',
      `--b \t\r\n${file}\r\n\r\nx\r\n--b--`,
      [{ name: 'file', filename: 'a.txt', body: 'x' }],
    ],
    ['an empty file', `${part(file, '')}--b--`, [{ name: 'file', filename: 'a.txt', body: '' }]],
    ['nothing', '--b--', []],
    [
      'what looks like a boundary',
      `${part(file, '\r\n--a\r\n-b\r--b')}--b--`,
      [{ name: 'file', filename: 'a.txt', body: '\r\n--a\r\n-b\r--b' }],
    ],
    [
      'a field',
      `${part('Content-Disposition: form-data; name="x"', '1')}--b--`,
      [{ name: 'x', filename: undefined, body: '1' }],
    ],
    [
      'names without quotes',
      `${part('content-disposition:form-data;name=file;filename=a', '1')}--b--`,
      [{ name: 'file', filename: 'a', body: '1' }],
    ],
    [
      'escaped quotes',
      `${part('Content-Disposition: form-data; name="file"; filename="a\\"b%22c"', '1')}--b--`,
      [{ name: 'file', filename: 'a"b"c', body: '1' }],
    ],
    [
      'a name that looks like parameters',
      `${part(`Content-Disposition: form-data; filename="a; name=b; filename*=UTF-8''y"; name="file"`, '1')}--b--`,
      [{ name: 'file', filename: "a; name=b; filename*=UTF-8''y", body: '1' }],
    ],
    [
      'UTF-8',
      `${part('Content-Disposition: form-data; name="file"; filename="海.png"', '1')}--b--`,
      [{ name: 'file', filename: '海.png', body: '1' }],
    ],
    [
      'an extended name',
      `${part(`Content-Disposition: form-data; name="file"; filename="x"; filename*=UTF-8''%E6%B5%B7.png`, '1')}--b--`,
      [{ name: 'file', filename: '海.png', body: '1' }],
    ],
    [
      'a file name without a field name',
      `${part('Content-Disposition: form-data; filename="y"', '1')}--b--`,
      [{ name: undefined, filename: 'y', body: '1' }],
    ],
  ]
  for (const [what, body, parts] of good) {
    it(`reads ${what}`, async () => {
      for (const size of [1, 2, 7, 1000]) assert.deepEqual(await read(body, 'b', size), parts)
    })
  }

  const bad: [what: string, body: string][] = [
    ['an empty body', ''],
    ['another boundary', `${part(file, 'x').replaceAll('--b', '--c')}--c--`],
    ['a body that ends in a file', `--b\r\n${file}\r\n\r\nhello`],
    ['a body that ends in headers', `--b\r\n${file}\r\n`],
    ['a body that ends after a part', part(file, 'x')],
    ['a body that ends in its last boundary', `${part(file, 'x')}--b-`],
    ['a boundary with something behind it', `${part(file, 'x')}--bc\r\n`],
    ['a header without a colon', `${part('rubbish', 'x')}--b--`],
    ['headers without an end', `--b\r\n${'x: y\r\n'.repeat(5000)}`],
    ['a part without headers', `--b\r\n\r\nx\r\n--b--`],
    ['a part that is not form-data', `${part('Content-Disposition: attachment', 'x')}--b--`],
    ['a long preamble', `${'x'.repeat(10_000)}\r\n${part(file, 'x')}--b--`],
  ]
  for (const [what, body] of bad) {
    it(`rejects ${what}`, async () => {
      for (const size of [1, 13, 100_000]) await assert.rejects(read(body, 'b', size), Refusal)
    })
  }

  it('returns any bytes with any boundary, for all chunk sizes', async () => {
    const boundaries = fc.stringMatching(/^[\w'+./:=?-]{1,70}$/)
    const bodies = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(
        boundaries,
        bodies,
        fc.integer({ min: 1, max: 50 }),
        async (boundary, bytes, size) => {
          fc.pre(!bytes.includes(`\r\n--${boundary}`))
          const head = `--${boundary}\r\n${file}\r\n\r\n`
          const whole = Buffer.concat([
            Buffer.from(head),
            bytes,
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ])
          const [only] = await read(whole, boundary, size)
          assert.deepEqual(Buffer.from(only?.body ?? '', 'latin1'), bytes)
        },
      ),
      runs(200),
    )
  })

  it('fails only with a Refusal, for any input', async () => {
    const pieces = fc.constantFrom('--b', '\r\n', '--', 'x', ':', file, '\r', '\n', '\0', ' ', ';')
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (texts) => {
        await read(texts.join(''), 'b').catch((error: unknown) =>
          assert.ok(error instanceof Refusal),
        )
      }),
      runs(300),
    )
  })

  it('parses boundaries', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc')
    assert.equal(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"; x=y'), 'a b')
    for (const type of [
      undefined,
      '',
      'text/plain; boundary=x',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      'multipart/form-data; boundary="\u0001"',
      'multipart/form-dataX; boundary=x',
    ]) {
      assert.throws(() => boundaryOf(type), Refusal)
    }
  })
})
