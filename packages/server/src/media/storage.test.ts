/** Tests of the `MediaStorage` contract, for every implementation. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { mediaStorages, type TestStorage } from '../testing/media-storages.ts'
import { MissingFile, type LocalFile, type MediaStorage } from './storage.ts'

const absent = 'f'.repeat(64)

for (const [name, open] of Object.entries(mediaStorages)) {
  describe(`media in ${name}`, () => {
    let test: TestStorage
    let storage: MediaStorage
    let folder = ''
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'octavo-files-'))
      test = await open()
      storage = test.storage
    })
    after(async () => {
      await test.end()
      await rm(folder, { recursive: true, force: true })
    })

    async function fileOf(bytes: Buffer): Promise<LocalFile> {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = join(folder, sha256)
      await writeFile(path, bytes)
      return { path, sha256, bytes: bytes.length }
    }

    async function listed(): Promise<string[]> {
      return (await Array.fromAsync(storage.list())).toSorted()
    }

    it('stores equal bytes once, under their checksum', async () => {
      const bytes = Buffer.from('the same bytes')
      const names = await Promise.all(Array.from({ length: 5 }, () => storage.add(bytes)))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      assert.deepEqual(new Set(names), new Set([sha256]))
      assert.deepEqual(await listed(), [sha256])
      assert.ok(await storage.sizeOf(sha256))
      assert.deepEqual(await buffer(await storage.read(sha256)), bytes)
    })

    it('stores files of any size and does not change the source', async () => {
      // The last one needs several parts in S3.
      for (const size of [1, 1000, 8 * 1024 * 1024, 17 * 1024 * 1024 + 3]) {
        const bytes = randomBytes(size)
        const file = await fileOf(bytes)
        await Promise.all([storage.addFile(file), storage.addFile(file)])
        assert.equal((await stat(file.path)).size, size)
        await rm(file.path)
        const kept = await buffer(await storage.read(file.sha256))
        assert.ok(kept.equals(bytes), `${size} bytes`)
      }
    })

    it('reads ranges', async () => {
      const sha256 = await storage.add(Buffer.from('0123456789'))
      const part = async (start: number, end: number): Promise<string> =>
        String(await buffer(await storage.read(sha256, { start, end })))
      assert.deepEqual([await part(0, 0), await part(3, 5), await part(9, 9)], ['0', '345', '9'])
    })

    it('reports missing files', async () => {
      assert.equal(await storage.sizeOf(absent), undefined)
      await assert.rejects(storage.read(absent), MissingFile)
      await storage.remove(absent)
    })

    it('removes a file and stores it again', async () => {
      const bytes = Buffer.from('comes and goes')
      const sha256 = await storage.add(bytes)
      await storage.remove(sha256)
      assert.equal(await storage.sizeOf(sha256), undefined)
      assert.ok(!(await listed()).includes(sha256))
      const file = await fileOf(bytes)
      await storage.addFile(file)
      assert.ok(await storage.sizeOf(sha256))
    })

    it('lists all files', async () => {
      const names = await Promise.all(
        Array.from({ length: 30 }, (_, n) => storage.add(Buffer.from(`file ${n}`))),
      )
      const all = new Set(await listed())
      assert.ok(names.every((sha256) => all.has(sha256)))
    })

    it('rejects a truncated file and stores nothing', async () => {
      const file = await fileOf(randomBytes(9 * 1024 * 1024))
      const longer = { ...file, bytes: file.bytes + 10, sha256: absent }
      if (name === 'S3') await assert.rejects(storage.addFile(longer), /truncated/)
      assert.equal(await storage.sizeOf(absent), undefined)
      assert.deepEqual(await Array.fromAsync(storage.unfinished()), [])
    })
  })
}
