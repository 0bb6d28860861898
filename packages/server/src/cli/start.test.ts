import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { eventually } from '../testing/eventually.ts'
import {
  endServers,
  octavo,
  placeFlags,
  startServer,
  workersOf,
  type RunningServer,
} from '../testing/octavo.ts'
import { onBothDatabases } from '../testing/stores.ts'

after(endServers)

async function isHealthy({ baseUrl }: RunningServer): Promise<boolean> {
  const response = await fetch(baseUrl.replace(/\/v1$/, '/health'))
  return response.status === 200
}

/** Sends the request of the printed curl command. */
async function paste({ printed }: RunningServer): Promise<{ total: number; data: unknown[] }> {
  const [, key = '', url = ''] = /curl -H 'X-SERVICE-API-KEY: (\S+)' '(\S+)'/.exec(printed) ?? []
  const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as { total: number; data: unknown[] }
}

onBothDatabases('start', (fresh) => {
  it('creates the demo once, prints its sign-in and keys, and exits with 0 on SIGTERM', async () => {
    const { address, store } = await fresh()
    const first = await startServer(['--demo', ...placeFlags(address)])
    assert.ok(await isHealthy(first))
    assert.match(first.printed, /Sign in +owner@example\.com +\w{16}\n/)
    const { total, data } = await paste(first)
    assert.ok(total > 2 && data.length === 2)
    assert.equal(await first.end('SIGTERM'), 0)

    const second = await startServer(['--demo', ...placeFlags(address)])
    assert.ok(!second.printed.includes('curl'))
    if (address.database === undefined) {
      assert.match(second.printed, /octavo key create .* --data \S*octavo-/)
    }
    assert.equal(await second.end('SIGINT'), 0)
    const users = await store.read((tx) => tx.users.list())
    assert.deepEqual(
      users.map(({ email }) => email),
      ['owner@example.com'],
    )
    const { code, stdout } = await octavo(['doctor', ...placeFlags(address)])
    assert.deepEqual([code, stdout], [0, ''])
  })

  it('serves with several workers, replaces one that dies, and stops them all', async () => {
    const { address } = await fresh()
    const server = await startServer(['--workers', '2', ...placeFlags(address)])
    await eventually(() => workersOf(server).length === 2)
    const [victim = 0] = workersOf(server)
    process.kill(victim, 'SIGKILL')
    await eventually(() => workersOf(server).length === 2 && !workersOf(server).includes(victim))
    await eventually(() => isHealthy(server))
    assert.equal(await server.end('SIGTERM'), 0)
  })
})
