import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HttpRequest } from '../exchange.ts'
import { healthEndpoint } from './health.ts'

async function health(isCurrent: boolean, versions: () => Promise<never>) {
  const logged: string[] = []
  const endpoint = healthEndpoint({
    store: { versions },
    feed: { isCurrent: () => isCurrent },
    log: (line) => logged.push(line),
  })
  const { status, body } = await endpoint.handle({} as HttpRequest)
  assert.ok(typeof body === 'string')
  return { status, body: JSON.parse(body) as unknown, logged }
}

const away = () => Promise.reject(new Error('connection refused'))

it('is 200 where the change feed has read the store a moment ago, without asking it', async () => {
  assert.deepEqual(await health(true, away), { status: 200, body: { status: 'ok' }, logged: [] })
})

it('is 503 where the store cannot be read', async () => {
  const logged = ['not ready: connection refused']
  assert.deepEqual(await health(false, away), {
    status: 503,
    body: { status: 'unavailable' },
    logged,
  })
})

it('is 200 where the store can be read', async () => {
  const found = await health(false, () => Promise.resolve(undefined as never))
  assert.deepEqual(found, { status: 200, body: { status: 'ok' }, logged: [] })
})
