/** A server with one photo, for attacks on uploads and image variants. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { sharp } from '../media/images.ts'
import type { TestApp } from './app-factory.ts'
import { formOf, servedAt, upload } from './upload.ts'
import { writeRoot } from './write-root.ts'

export interface MediaBench {
  app: TestApp
  key: string
  photo: Buffer
  /** URL of the photo. */
  url: string
  /** Asserts that the server still works. */
  assertWell(): Promise<void>
}

export async function mediaBench(app: TestApp): Promise<MediaBench> {
  await app.applyTestSchema(writeRoot)
  const key = await app.createKey()
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 400, height: 300, channels: 3 as const, background: '#000', noise }
  const photo = await sharp({ create }).jpeg().toBuffer()
  const url = servedAt(app, await upload(app, key, formOf(photo, 'photo.jpg')))
  return {
    app,
    key,
    photo,
    url,
    async assertWell() {
      assert.equal(await statusOf(`${url}?width=17`), 200)
      assert.equal((await upload(app, key, formOf(randomBytes(10)))).status, 200)
      assert.deepEqual(app.logged, [])
    },
  }
}

export async function statusOf(address: string, options?: RequestInit): Promise<number> {
  const response = await fetch(address, options)
  await response.arrayBuffer()
  return response.status
}
