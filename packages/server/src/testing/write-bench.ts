/** A server for tests of writes, with and without permission. */
import assert from 'node:assert/strict'
import type { TestResponse, TestApp } from './app-factory.ts'
import { observeAll } from './observe.ts'
import { writeRoot } from './write-root.ts'

export interface WriteBench {
  app: TestApp
  /** A key with all permissions. */
  key: string
  /** The id of the item that a request creates. */
  made(path: string, body?: unknown, by?: string): Promise<number>
  /** Asserts that a request fails with this status and stores nothing. */
  refused(status: number, ...request: Parameters<TestApp['call']>): Promise<TestResponse>
}

export async function writeBench(app: TestApp): Promise<WriteBench> {
  await app.applyTestSchema(writeRoot)
  const key = await app.createKey()
  return {
    app,
    key,
    async made(path, body, by = key) {
      const response = await app.call('POST', path, { key: by, body })
      assert.equal(response.status, 200, response.headers.get('x-service-detail') ?? '')
      return (response.json as { id: number }).id
    },
    async refused(status, method, path, options) {
      const stored = await observeAll(app.deps.store)
      const response = await app.call(method, path, options)
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      assert.equal(await observeAll(app.deps.store), stored)
      return response
    },
  }
}
