/** A server with one photo, for attacks on what is uploaded and how it is shown. */
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
  /** Address of the photo. */
  url: string
  /** The server is there and does its work. */
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
  const answer = await fetch(address, options)
  await answer.arrayBuffer()
  return answer.status
}
