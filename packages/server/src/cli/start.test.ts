import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openChanges } from '../testing/change-stream.ts'
import { eventually } from '../testing/eventually.ts'
import {
  endServers,
  placeFlags,
  startServer,
  workersOf,
  type RunningServer,
} from '../testing/octavo.ts'
import { makeKey, octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { writeRoot } from '../testing/write-root.ts'

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

const metricsToken = 'a-token-with-more-than-32-characters'

/** Every worker reports the streams of all workers. */
async function countsStreams({ baseUrl }: RunningServer, place: string[]): Promise<void> {
  const key = await makeKey({ reads: 'published' }, place)
  const api = baseUrl.replace(/\/v1$/, '')
  const streams = await Promise.all([1, 2, 3].map(() => openChanges(api, key)))
  const headers = { authorization: `Bearer ${metricsToken}` }
  await eventually(async () => {
    const texts = [1, 2, 3, 4].map(async () => (await fetch(`${api}/metrics`, { headers })).text())
    return (await Promise.all(texts)).every((text) => /^octavo_open_streams 3$/m.test(text))
  })
  for (const stream of streams) stream.stop()
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
    // There are keys, and they are shown only once.
    assert.match(second.printed, /Assets +\S+\n$/)
    assert.equal(await second.end('SIGINT'), 0)
    const users = await store.read((tx) => tx.users.list())
    assert.deepEqual(
      users.map(({ email }) => email),
      ['owner@example.com'],
    )
    const { code, stdout } = await octavoHere(['doctor', ...placeFlags(address)])
    assert.deepEqual([code, stdout], [0, ''])
  })

  it('serves with several workers, replaces one that dies, and stops them all', async () => {
    const { address, store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const server = await startServer(['--workers', '2', ...placeFlags(address)], {
      OCTAVO_METRICS_TOKEN: metricsToken,
    })
    assert.match(
      server.printed,
      address.database === undefined
        ? /octavo key create .* --data \S*octavo-/
        : /octavo key create --name "My site" --reads published\n$/,
    )
    await eventually(() => workersOf(server).length === 2)
    const [victim = 0] = workersOf(server)
    process.kill(victim, 'SIGKILL')
    await eventually(() => workersOf(server).length === 2 && !workersOf(server).includes(victim))
    await eventually(() => isHealthy(server))
    await countsStreams(server, placeFlags(address))
    assert.equal(await server.end('SIGTERM'), 0)
  })
})
