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

const unreachable = () => Promise.reject(new Error('connection refused'))

it('returns 200 without a query if the change feed has just read the store', async () => {
  assert.deepEqual(await health(true, unreachable), {
    status: 200,
    body: { status: 'ok' },
    logged: [],
  })
})

it('returns 503 if the store cannot be read', async () => {
  const logged = ['not ready: connection refused']
  assert.deepEqual(await health(false, unreachable), {
    status: 503,
    body: { status: 'unavailable' },
    logged,
  })
})

it('returns 200 if the store can be read', async () => {
  const found = await health(false, () => Promise.resolve(undefined as never))
  assert.deepEqual(found, { status: 200, body: { status: 'ok' }, logged: [] })
})
