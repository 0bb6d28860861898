/** Two nodes with PostgreSQL, Redis and Varnish: in normal operation, and when each part fails. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { callAt, type TestResponse } from '../packages/server/src/testing/app-factory.ts'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import { loadRounds, startLoad, type Load } from '../packages/server/src/testing/load.ts'
import {
  endServers,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy, type NewKey } from '../packages/server/src/testing/run-here.ts'
import { startOwnPostgres, type OwnPostgres } from '../packages/server/src/testing/postgres.ts'
import { freePort } from '../packages/server/src/cli/free-port.ts'
import {
  isMissing,
  startRedis,
  startVarnish,
  type Service,
} from '../packages/server/src/testing/services.ts'

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}
const error500 = '{"status":"500","code":"Internal Server Error"}'

describe('a cluster', { skip: isMissing('varnishd') || isMissing('redis-server') }, () => {
  let folder = ''
  let postgres: OwnPostgres
  let redis: Service
  let varnish: Service
  let environment: Record<string, string> = {}
  let nodes: RunningServer[] = []
  const ports: string[] = []
  let log = ''
  const otherwise = (): string => `the condition was not met; the log: ${log}`
  let writer = ''
  let reader = ''
  const ending: (() => Promise<unknown>)[] = []

  async function startNode(index: number): Promise<RunningServer> {
    const node = await startServer(['--port', ports[index] ?? '0'], environment)
    // A restarted node uses the port that Varnish is configured for.
    ports[index] = new URL(node.baseUrl).port
    node.child.stderr?.on('data', (chunk) => (log += String(chunk)))
    return node
  }

  const keyWith = (key: NewKey): Promise<string> => makeKey(key, [], environment)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-cluster-'))
    ending.push(() => rm(folder, { recursive: true, force: true }))
    postgres = await startOwnPostgres()
    ending.push(() => postgres.stop())
    redis = await startRedis()
    ending.push(() => redis.stop())
    const varnishPort = await freePort()
    environment = {
      DATABASE_URL: postgres.url,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      OCTAVO_DATA: folder,
      OCTAVO_CDN: 'varnish',
      OCTAVO_CDN_URLS: `http://127.0.0.1:${varnishPort}`,
    }
    await writeFile(join(folder, 'schema.json'), JSON.stringify(schema))
    await printedBy(['schema', 'apply', join(folder, 'schema.json')], { environment })
    writer = await keyWith({ reads: 'draft', writes: true })
    reader = await keyWith({ reads: 'published' })
    nodes = await Promise.all([startNode(0), startNode(1)])
    varnish = await startVarnish(ports.map(Number), varnishPort)
    ending.push(() => varnish.stop())
    await eventually(async () => (await read(through(), '/contents')).status === 200, { otherwise })
  })

  after(async () => {
    await endServers()
    for (const end of ending.toReversed()) await end()
  })

  const urlOf = (index: number): string => nodes[index]?.baseUrl ?? ''
  const through = (): string => `http://127.0.0.1:${varnish.port}/v1`
  const read = (at: string, path: string, key = reader): Promise<TestResponse> =>
    callAt(at + path, 'GET', { key })
  const create = (at: string, title: string): Promise<TestResponse> =>
    callAt(`${at}/contents?model=note&published=true`, 'POST', {
      key: writer,
      body: { fields: { title } },
    })
  const idOf = ({ json }: TestResponse): number => (json as { id: number }).id
  const retitle = (at: string, id: number, title: string): Promise<TestResponse> =>
    callAt(`${at}/contents/${id}?model=note&published=true`, 'PATCH', {
      key: writer,
      body: { fields: { title } },
    })

  /** Checks that both nodes return all acknowledged writes. */
  async function nothingIsLost(acknowledged: ReadonlyMap<string, number>): Promise<void> {
    const titles = new Map<number, string>()
    for (let offset = 0; ; offset += 100) {
      const page = await read(
        urlOf(offset % 200 === 0 ? 0 : 1),
        `/contents?offset=${offset}`,
        writer,
      )
      const { data } = page.json as { data: { _id: number; title: string }[] }
      for (const { _id, title } of data) titles.set(_id, title)
      if (data.length < 100) break
    }
    for (const [title, id] of acknowledged) assert.equal(titles.get(id), title)
  }

  async function during(name: string, disturb: (running: Load) => Promise<void>) {
    const running = startLoad((node, title) => create(urlOf(node), title), name)
    try {
      await eventually(async () => running.count() > 20, { otherwise })
      await disturb(running)
    } finally {
      await running.end()
    }
    return running
  }

  it('includes a write of one node in the next uncached response of the other', async () => {
    const id = idOf(await create(urlOf(0), 'origin'))
    const more = loadRounds(20)
    for (let n = 0; more(); n++) {
      const [here, there] = n % 2 === 0 ? [0, 1] : [1, 0]
      await retitle(urlOf(here), id, `origin ${n}`)
      const { json } = await read(urlOf(there), `/contents/${id}`, writer)
      assert.equal((json as { title: string }).title, `origin ${n}`)
    }
  })

  it('invalidates a cached response everywhere', async () => {
    const id = idOf(await create(urlOf(0), 'cached'))
    for (const place of [urlOf(1), through()]) {
      const path = `/contents/${id}?place=${encodeURIComponent(place)}`
      for (let n = 0; n < 5; n++) {
        const isCached = async () => (await read(place, path)).headers.get('x-cache') === 'HIT'
        // Purges are repeated in Varnish, so a response may have to be requested again to be cached.
        await eventually(isCached, { otherwise })
        await retitle(urlOf(0), id, `${place} ${n}`)
        const isNew = async () => (await read(place, path)).text.includes(`${place} ${n}`)
        await eventually(isNew, { otherwise })
      }
    }
  })

  it('shares a rate limit between both nodes', async () => {
    const expected = [...Array.from({ length: 10 }, () => 200), 429, 429, 429, 429].join()
    const isShared = async (): Promise<boolean> => {
      const key = await keyWith({ reads: 'draft', readLimit: 10 })
      const statuses: number[] = []
      for (let n = 0; n < 14; n++)
        statuses.push((await read(urlOf(n % 2), '/contents', key)).status)
      return statuses.join() === expected
    }
    // A node that stalls for half a second counts that request alone.
    await eventually(isShared, { seconds: 0.1, otherwise })
  })

  it('loses no acknowledged write and no request of the other node when a node is killed', async () => {
    const running = await during('node', async ({ count }) => {
      await nodes[1]?.end('SIGKILL')
      const soFar = count()
      await eventually(async () => count() > soFar + 20, { otherwise })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => read(through(), `/contents?limit=1&killed=${n}`)),
      )
      for (const { status, text } of responses) assert.equal(status, 200, text)
      nodes[1] = await startNode(1)
      const again = count()
      await eventually(async () => count() > again + 20, { otherwise })
    })
    assert.deepEqual(
      running.failures.filter(({ node }) => node === 0),
      [],
    )
    await nothingIsLost(running.acknowledged)
  })

  it('returns 500 while PostgreSQL is down, recovers by itself, and loses nothing', async () => {
    const running = await during('postgres', async ({ count, failures }) => {
      await postgres.halt()
      await eventually(async () => failures.length > 10, { otherwise })
      const isDown = async () => (await read(urlOf(0), '/contents')).status === 500
      await eventually(isDown, { otherwise })
      await postgres.resume()
      const soFar = count()
      await eventually(async () => count() > soFar + 20, { otherwise })
    })
    for (const { status, text } of running.failures)
      assert.deepEqual([status, text], [500, error500])
    await nothingIsLost(running.acknowledged)
    for (const index of [0, 1]) {
      await read(urlOf(index), '/contents?limit=2')
      const isHit = async () =>
        (await read(urlOf(index), '/contents?limit=2')).headers.get('x-cache') === 'HIT'
      await eventually(isHit, { otherwise })
    }
  })

  it('continues with limits per node while Redis is down, and logs it', async () => {
    const key = await keyWith({ reads: 'draft', readLimit: 5 })
    await redis.kill()
    const statuses = async (index: number) => {
      const all: number[] = []
      for (let n = 0; n < 6; n++) all.push((await read(urlOf(index), '/contents', key)).status)
      return all
    }
    assert.deepEqual(await statuses(0), [200, 200, 200, 200, 200, 429])
    assert.deepEqual(await statuses(1), [200, 200, 200, 200, 200, 429])
    await eventually(() =>
      nodes.every((node) => node.notes().includes('each process counts alone')),
    )
    await redis.restart()
    const isShared = async () => {
      await Promise.all([0, 1].map((index) => read(urlOf(index), '/contents', key)))
      return nodes.every((node) => {
        const last = node
          .notes()
          .trimEnd()
          .split('\n')
          .findLast((line) => /limits/i.test(line))
        return last?.includes('Rate limits are shared again') === true
      })
    }
    await eventually(isShared, { otherwise })
  })

  it('serves nothing stale after Varnish was down', async () => {
    const id = idOf(await create(urlOf(0), 'before'))
    const path = `/contents/${id}`
    await eventually(async () => (await read(through(), path)).headers.get('x-cache') === 'HIT', {
      otherwise,
    })
    // The killed node may have been the purger: its lease must have expired.
    await retitle(urlOf(0), id, 'purged')
    await eventually(async () => (await read(through(), path)).text.includes('purged'), {
      otherwise,
    })
    await eventually(async () => (await read(through(), path)).headers.get('x-cache') === 'HIT', {
      otherwise,
    })
    await varnish.kill()
    await retitle(urlOf(1), id, 'meanwhile')
    await eventually(async () => (await read(urlOf(0), path)).text.includes('meanwhile'), {
      otherwise,
    })
    await varnish.restart()
    await eventually(async () => (await read(through(), path)).status === 200, { otherwise })
    assert.match((await read(through(), path)).text, /meanwhile/)
    await retitle(urlOf(1), id, 'after')
    const isNew = async () => (await read(through(), path)).text.includes('after')
    await eventually(isNew, { otherwise })
  })

  it('exits with 0 on SIGTERM', async () => {
    for (const node of nodes) assert.equal(await node.end('SIGTERM'), 0)
  })
})
