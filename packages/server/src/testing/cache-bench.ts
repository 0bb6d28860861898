/** A server with a response cache, one key that writes and one that reads. */
import assert from 'node:assert/strict'
import type { TestResponse, TestApp } from './app-factory.ts'
import { writeRoot } from './write-root.ts'

export interface CacheBench {
  app: TestApp
  writer: string
  reader: string
  create(fields: unknown, published?: boolean, model?: string): Promise<number>
  read(path: string, key?: string, headers?: Record<string, string>): Promise<TestResponse>
  /** Reads until the response is cached; returns the cached response. */
  warm(path: string, key?: string): Promise<TestResponse>
}

export async function cacheBench(app: TestApp): Promise<CacheBench> {
  await app.applyTestSchema(writeRoot)
  const writer = await app.createKey()
  const reader = await app.createKey({ reads: 'published' })
  const read: CacheBench['read'] = (path, key = reader, headers = {}) =>
    app.call('GET', path, { key, headers })
  return {
    app,
    writer,
    reader,
    read,
    async create(fields, published = true, model = 'article') {
      const path = `/contents?model=${model}&published=${published}`
      const { status, json } = await app.call('POST', path, { key: writer, body: { fields } })
      assert.equal(status, 200)
      return (json as { id: number }).id
    },
    async warm(path, key = reader) {
      await read(path, key)
      const response = await read(path, key)
      assert.equal(cacheOf(response), 'HIT', path)
      return response
    },
  }
}

export function cacheOf({ headers }: TestResponse): string | null {
  return headers.get('x-cache')
}
