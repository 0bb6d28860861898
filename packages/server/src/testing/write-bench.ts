/** A server that is written to, by those who may and those who may not. */
import assert from 'node:assert/strict'
import type { Answer, TestApp } from './app-factory.ts'
import { observeAll } from './observe.ts'
import { writeRoot } from './write-root.ts'

export interface WriteBench {
  app: TestApp
  /** May do everything. */
  key: string
  /** The id of what a request makes. */
  made(path: string, body?: unknown, by?: string): Promise<number>
  /** Refused with this status, and nothing stored. */
  refused(status: number, ...request: Parameters<TestApp['call']>): Promise<Answer>
}

export async function writeBench(app: TestApp): Promise<WriteBench> {
  await app.applyTestSchema(writeRoot)
  const key = await app.createKey()
  return {
    app,
    key,
    async made(path, body, by = key) {
      const answer = await app.call('POST', path, { key: by, body })
      assert.equal(answer.status, 200, answer.headers.get('x-service-detail') ?? '')
      return (answer.json as { id: number }).id
    },
    async refused(status, method, path, options) {
      const stored = await observeAll(app.deps.store)
      const answer = await app.call(method, path, options)
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
      assert.equal(await observeAll(app.deps.store), stored)
      return answer
    },
  }
}
