import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { startServer, type RunningServer } from '../testing/octavo.ts'
import { makeKey, octavoHere, type Outcome } from '../testing/run-here.ts'
import { startTestS3, type S3Fault, type TestS3 } from '../testing/s3-server.ts'

const day = 24 * 60 * 60 * 1000

describe('a server with media in S3', () => {
  let s3: TestS3
  let data = ''
  let key = ''
  let environment: Record<string, string> = {}
  before(async () => {
    s3 = await startTestS3()
    data = await mkdtemp(join(tmpdir(), 'octavo-s3-data-'))
    environment = {
      OCTAVO_S3_ENDPOINT: s3.settings.endpoint,
      OCTAVO_S3_BUCKET: s3.settings.bucket,
      OCTAVO_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      OCTAVO_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    }
    key = await makeKey({ reads: 'draft', writes: true }, ['--data', data], environment)
  })
  afterEach(() => {
    s3.fault = () => undefined
  })
  after(async () => {
    await s3.stop()
    await rm(data, { recursive: true, force: true })
  })

  function send(server: RunningServer, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
    const body = new FormData()
    body.append('file', new File([bytes], 'large.bin'))
    const headers = { 'X-SERVICE-API-KEY': key }
    return fetch(`${server.baseUrl}/media`, { method: 'POST', headers, body })
  }

  const doctor = (...flags: string[]): Promise<Outcome> =>
    octavoHere(['doctor', ...flags, '--data', data], { environment })

  it('stores uploads in S3 and serves them from there', async () => {
    const server = await startServer(['--data', data], environment)
    const bytes = randomBytes(9_000_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    try {
      const response = await send(server, bytes)
      assert.equal(response.status, 200)
      const url = response.headers.get('location') ?? ''
      assert.ok(Buffer.from(await (await fetch(url)).bytes()).equals(bytes))
      const part = await fetch(url, { headers: { Range: 'bytes=8500000-8500009' } })
      assert.deepEqual(Buffer.from(await part.bytes()), bytes.subarray(8_500_000, 8_500_010))
      await assert.rejects(access(join(data, 'media', sha256.slice(0, 2), sha256)))
    } finally {
      await server.end('SIGTERM')
    }
    const { code, stdout } = await doctor()
    assert.deepEqual([code, stdout], [0, ''])
  })

  it('leaves no files behind if an upload is interrupted or S3 rejects it', async () => {
    const server = await startServer(['--data', data], environment)
    try {
      const sending = request(`${server.baseUrl}/media`, {
        method: 'POST',
        headers: {
          'X-SERVICE-API-KEY': key,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': 20_000_000,
        },
      })
      const gone = once(sending, 'error')
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f.bin"\r\n\r\n'
      sending.write(Buffer.concat([Buffer.from(head), randomBytes(10_000_000)]), () =>
        sending.destroy(new Error('cut off')),
      )
      await gone
      s3.fault = ({ query }) => (query['partNumber'] === '2' ? 403 : undefined)
      assert.equal((await send(server, randomBytes(9_000_000))).status, 500)
    } finally {
      await server.end('SIGTERM')
    }
    assert.deepEqual([await s3.uploads(), await readdir(join(data, 'incoming'))], [[], []])
    const { code, stdout } = await doctor()
    assert.deepEqual([code, stdout], [0, ''])
  })

  it('finds and removes unfinished files of a server that was killed during an upload', async () => {
    const server = await startServer(['--data', data], environment)
    const isHeld = Promise.withResolvers<void>()
    const end = Promise.withResolvers<S3Fault>()
    s3.fault = ({ query }) => {
      if (query['partNumber'] !== '2') return undefined
      isHeld.resolve()
      return end.promise
    }
    const outcome = send(server, randomBytes(9_000_000)).catch(() => 'gone')
    await isHeld.promise
    await server.end('SIGKILL')
    assert.equal(await outcome, 'gone')
    end.resolve('cut before')
    assert.equal((await s3.uploads()).length, 1)

    // An unfinished upload in the bucket may belong to another machine, so only old ones are removed.
    assert.match((await doctor('--repair')).stdout, /^1 unfinished files .* They were removed\.\n$/)
    assert.deepEqual([(await s3.uploads()).length, (await doctor()).stdout], [1, ''])
    await s3.age(2 * day)
    const found = await doctor()
    assert.equal(found.code, 0)
    assert.match(found.stdout, /^1 unfinished files .* To remove them, run octavo doctor --repair/)
    assert.equal((await s3.uploads()).length, 1)
    assert.match((await doctor('--repair')).stdout, /They were removed\.\n$/)
    assert.deepEqual([await s3.uploads(), (await doctor()).stdout], [[], ''])
  })
})
