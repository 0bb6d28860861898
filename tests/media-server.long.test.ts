/** A server during uploads: its memory, and the files that remain when it is killed. */
import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import { octavo, startServer, type RunningServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey } from '../packages/server/src/testing/run-here.ts'

const mebibyte = 1024 * 1024
/** OCTAVO_UPLOADS=1000 and OCTAVO_UPLOAD_MIB=32 upload 1,000 files of up to 32 MiB. */
const uploads = Number(process.env['OCTAVO_UPLOADS'] ?? 48)
const largest = Number(process.env['OCTAVO_UPLOAD_MIB'] ?? 8)
const clients = 16
const allowedGrowth = 200 * mebibyte

describe('a server under uploads', () => {
  let folder = ''
  let key = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-uploads-'))
    key = await makeKey({ reads: 'draft', writes: true }, ['--data', folder])
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Sends a file in chunks and returns the status; undefined if the server was killed. */
  function send(server: RunningServer, size: number): Promise<number | undefined> {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f.bin"\r\n\r\n'
    const end = '\r\n--b--\r\n'
    return new Promise((resolve) => {
      const sending = request(`${server.baseUrl}/media`, {
        method: 'POST',
        headers: {
          'X-SERVICE-API-KEY': key,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': head.length + size + end.length,
        },
        agent: false,
      })
      sending.on('error', () => resolve(undefined))
      sending.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
        response.on('error', () => resolve(undefined))
      })
      pipeline(Readable.from(piecesOf(head, size, end)), sending).catch(() => resolve(undefined))
    })
  }

  async function memoryOf({ child }: RunningServer): Promise<number> {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  }

  it(
    `accepts ${uploads} files of 1 to ${largest} MiB from ${clients} clients with at most 200 MiB more memory`,
    {
      skip: process.platform === 'linux' ? false : 'memory is read from /proc',
    },
    async (context) => {
      const server = await startServer(['--data', folder])
      try {
        assert.equal(await send(server, 1000), 200)
        const atRest = await memoryOf(server)
        let most = 0
        let left = uploads
        const watching = setInterval(
          () => void memoryOf(server).then((bytes) => (most = Math.max(most, bytes))),
          20,
        )
        const statuses: (number | undefined)[] = []
        const client = async (): Promise<void> => {
          while (left-- > 0)
            statuses.push(await send(server, randomInt(mebibyte, largest * mebibyte)))
        }
        await Promise.all(Array.from({ length: clients }, client))
        clearInterval(watching)
        assert.deepEqual(new Set(statuses), new Set([200]))
        const growth = Math.round((most - atRest) / mebibyte)
        context.diagnostic(`it grew by ${growth} MiB`)
        assert.ok(most - atRest < allowedGrowth, `it grew by ${growth} MiB`)
        assert.deepEqual(await readdir(join(folder, 'incoming')), [])
      } finally {
        await server.end('SIGTERM')
      }
    },
  )

  it('leaves no record without a file when it is killed, and doctor finds all unused files', async () => {
    for (let round = 0; round < 2; round++) {
      const server = await startServer(['--data', folder])
      let accepted = 0
      const client = async (): Promise<void> => {
        while ((await send(server, randomInt(1000, 2 * mebibyte))) === 200) accepted++
      }
      const sending = Array.from({ length: clients }, client)
      await eventually(() => accepted >= 20)
      await server.end('SIGKILL')
      await Promise.all(sending)

      const { code, stdout, stderr } = await octavo(['doctor', '--data', folder])
      assert.equal(code, 0, stdout + stderr)
      const surplus = Number(/^(\d+) media files without a media item/m.exec(stdout)?.[1] ?? 0)
      const unfinished = Number(/^(\d+) unfinished files/m.exec(stdout)?.[1] ?? 0)
      const listed = await octavo(['media', 'list', '--data', folder])
      const records = listed.stdout.split('\n').length - 1
      const files = await filesIn(join(folder, 'media'))
      assert.equal(files.filter((name) => /^[0-9a-f]{64}$/.test(name)).length, records + surplus)
      const parts = files.filter((name) => name.endsWith('.part')).length
      assert.equal(parts + (await filesIn(join(folder, 'incoming'))).length, unfinished)
    }
    // The next start removes unfinished files.
    const server = await startServer(['--data', folder])
    await eventually(async () => (await filesIn(join(folder, 'incoming'))).length === 0)
    await server.end('SIGTERM')
    const { stdout } = await octavo(['doctor', '--data', folder])
    assert.doesNotMatch(stdout, /unfinished/)
  })
})

/** The chunks of an upload. Every file is different. */
function* piecesOf(head: string, size: number, end: string): Iterable<Buffer> {
  yield Buffer.from(head)
  yield randomBytes(16)
  const piece = randomBytes(64 * 1024)
  for (let left = size - 16; left > 0; left -= piece.length) {
    yield piece.subarray(0, Math.min(left, piece.length))
  }
  yield Buffer.from(end)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
