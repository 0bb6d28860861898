/** Multipart uploads leave no orphaned parts in the bucket. */
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { startTestS3, type S3Fault, type S3Request, type TestS3 } from '../../testing/s3-server.ts'
import type { LocalFile } from '../storage.ts'
import { s3Client } from './client.ts'
import { s3Storage } from './s3-storage.ts'

const hour = 60 * 60 * 1000
const deps = { fetch, now: Date.now }
const isPart = ({ query }: S3Request, number = '2'): boolean => query['partNumber'] === number
const isCompletion = ({ method, query }: S3Request): boolean =>
  method === 'POST' && 'uploadId' in query

describe('an upload in parts', () => {
  let s3: TestS3
  let folder = ''
  before(async () => {
    s3 = await startTestS3()
    folder = await mkdtemp(join(tmpdir(), 'octavo-parts-'))
  })
  afterEach(() => {
    s3.fault = () => undefined
  })
  after(async () => {
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Three parts. */
  async function largeFile(): Promise<LocalFile> {
    const bytes = randomBytes(17 * 1024 * 1024)
    const sha256 = hash('sha256', bytes)
    const path = join(folder, sha256)
    await writeFile(path, bytes)
    return { path, sha256, bytes: bytes.length }
  }

  /** An upload of a process that was killed. */
  async function begin(object: string): Promise<void> {
    const client = s3Client(s3.settings, deps)
    await client.call({ method: 'POST', object, query: { uploads: '' } })
  }

  const failures: [name: string, fault: (request: S3Request) => S3Fault, expected: RegExp][] = [
    ['S3 rejects a part', (request) => (isPart(request) ? 403 : undefined), /403/],
    ['S3 rejects the last part', (request) => (isPart(request, '3') ? 403 : undefined), /403/],
    ['a part always fails', (request) => (isPart(request) ? 'cut before' : undefined), /connect/],
    ['it cannot be completed', (request) => (isCompletion(request) ? 400 : undefined), /400/],
  ]
  for (const [name, fault, expected] of failures) {
    it(`is aborted if ${name}`, async () => {
      s3.fault = fault
      const file = await largeFile()
      await assert.rejects(s3Storage(s3.settings, deps).addFile(file), expected)
      assert.deepEqual(await s3.uploads(), [])
      assert.equal(await s3Storage(s3.settings, deps).sizeOf(file.sha256), undefined)
    })
  }

  it('continues if a part succeeds at the second attempt', async () => {
    const faults: S3Fault[] = ['cut before', 503]
    s3.fault = (request) => (isPart(request) ? faults.shift() : undefined)
    const file = await largeFile()
    await s3Storage(s3.settings, deps).addFile(file)
    assert.equal(await s3Storage(s3.settings, deps).sizeOf(file.sha256), file.bytes)
    assert.deepEqual([faults, await s3.uploads()], [[], []])
  })

  it('succeeds if only the response to its completion is lost', async () => {
    s3.fault = (request) => (isCompletion(request) ? 'cut after' : undefined)
    const file = await largeFile()
    await s3Storage(s3.settings, deps).addFile(file)
    assert.equal(await s3Storage(s3.settings, deps).sizeOf(file.sha256), file.bytes)
    assert.deepEqual(await s3.uploads(), [])
  })

  it('fails if the service returns no upload id', async () => {
    s3.fault = ({ method, query }) => (method === 'POST' && 'uploads' in query ? 200 : undefined)
    await assert.rejects(s3Storage(s3.settings, deps).addFile(await largeFile()), /UploadId/)
  })

  it('is listed as unfinished after a day, unless it belongs to another application', async () => {
    const { prefix } = s3.settings
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => prefix + letter.repeat(64))
    for (const name of [...names, names[0] ?? '', `${prefix}report.pdf`, 'f'.repeat(64)])
      await begin(name)
    const storage = s3Storage(s3.settings, deps)
    const found = async (): Promise<string[]> =>
      (await Array.fromAsync(storage.unfinished())).map(({ name }) => name).toSorted()
    await s3.age(23 * hour)
    assert.deepEqual(await found(), [])
    await s3.age(25 * hour)
    await begin(prefix + '0'.repeat(64))
    assert.deepEqual(await found(), [...names, names[0] ?? ''].toSorted())
    for await (const { remove } of storage.unfinished()) await remove()
    assert.deepEqual(await found(), [])
    assert.equal((await s3.uploads()).length, 3)
    await assert.rejects(
      Array.fromAsync(s3Storage({ ...s3.settings, secretAccessKey: 'x' }, deps).unfinished()),
      /SignatureDoesNotMatch/,
    )
  })

  it('is not listed if the service cannot list uploads', async () => {
    s3.fault = ({ query }) => ('uploads' in query ? 501 : undefined)
    assert.deepEqual(await Array.fromAsync(s3Storage(s3.settings, deps).unfinished()), [])
  })
})
