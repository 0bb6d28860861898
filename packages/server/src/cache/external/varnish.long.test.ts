/** The purge property through a real Varnish server with the shipped configuration. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseKey, revokeKey } from '../../access/keys.ts'
import type { Running } from '../../changes/leased-work.ts'
import { everythingTag, tagOf } from '../../changes/tags.ts'
import { openStore } from '../../store/open-store.ts'
import type { NewChange } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { callAt, startApp, type TestResponse, type TestApp } from '../../testing/app-factory.ts'
import { openChanges } from '../../testing/change-stream.ts'
import { eventually } from '../../testing/eventually.ts'
import { withLastingLeases } from '../../testing/lasting-lease.ts'
import {
  freshPostgresSchema,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/postgres.ts'
import { checkPurges } from '../../testing/purge-property.ts'
import { firstSeed, runs } from '../../testing/runs.ts'
import { isMissing, startVarnish, type Service } from '../../testing/services.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { openExternalCache } from './external-cache.ts'
import { startExternalPurger } from './purger.ts'

const seeds = firstSeed()

function revocationOf(keyId: number): NewChange {
  const change = { at: 0, rootId: 1, subjectId: keyId, modelId: null, scopes: [] }
  return { ...change, kind: 'key', actor: 'test', action: 'revoke' }
}

describe('through Varnish', { skip: isMissing('varnishd') }, () => {
  let postgres: TestPostgres
  const ending: (() => Promise<unknown>)[] = []

  before(async () => {
    postgres = await startTestPostgres()
  })
  after(async () => {
    for (const end of ending.toReversed()) await end()
    await postgres.stop()
  })

  interface Bench {
    app: TestApp
    store: Store
    varnish: Service
    purger: Running
    /** Resolves when all changes so far were purged. */
    settled(): Promise<void>
    call(
      method: string,
      path: string,
      key: string,
      headers?: Record<string, string>,
    ): Promise<TestResponse>
  }

  async function freshBench(repeatAfter: number[]): Promise<Bench> {
    const database = await freshPostgresSchema(postgres.url)
    const store = await openStore({ dataFolder: '', database })
    ending.push(() => store.close())
    const { testApp: app, end } = await startApp(store, { includesHiddenTags: true })
    ending.push(end)
    const varnish = await startVarnish([Number(new URL(app.addresses.api).port)])
    ending.push(() => varnish.stop())
    const url = `http://127.0.0.1:${varnish.port}`
    const real = openExternalCache({ kind: 'varnish', urls: [url], service: '', token: '' })
    const purged = new Set<string>()
    const purge: typeof real.purge = async (tags) => {
      await real.purge(tags)
      for (const tag of tags) purged.add(tag)
    }
    const purger = startExternalPurger({
      store: withLastingLeases(store),
      cache: { ...real, purge },
      log: app.deps.log,
      repeatAfter,
    })
    ending.push(() => purger.stop())
    // A new purger first empties the cache.
    await eventually(() => purged.has(everythingTag))
    let lastMarker = 1_000_000
    /** Changes are purged in order, so this adds one that is no other change. */
    const settled = async (): Promise<void> => {
      const marker = revocationOf(++lastMarker)
      await store.write((tx) => tx.changes.append([marker]))
      await eventually(() => purged.has(tagOf.key(lastMarker)))
    }
    const call: Bench['call'] = (method, path, key, headers = {}) =>
      callAt(`${url}/v1${path}`, method, { key, headers })
    return { app, store, varnish, purger, settled, call }
  }

  it('does not differ after a change was purged', async () => {
    for (let seed = seeds; seed < seeds + runs(1).numRuns; seed++) {
      const { app, settled, call } = await freshBench([600_000])
      const origin = await startApp(app.deps.store, { cacheBytes: 0 })
      ending.push(origin.end)
      await checkPurges(
        {
          context: app.deps,
          cached: (path, key) => call('GET', path, key),
          fresh: (path, key) => origin.testApp.call('GET', path, { key }),
          async tags(path, key) {
            const { headers } = await app.call('HEAD', path, { key })
            return new Set(headers.get('surrogate-key')?.split(' '))
          },
          settled,
        },
        { seed, urls: 30, changes: 10 },
      )
    }
  })

  it('caches responses by key and URL, and drops those of a revoked key', async () => {
    const { app, call, settled } = await freshBench([600_000])
    await app.applyTestSchema(writeRoot)
    const writer = await app.createKey()
    const reader = await app.createKey({ reads: 'published' })
    const other = await app.createKey({ reads: 'published' })
    const made = await app.call('POST', '/contents?model=article&published=true', {
      key: writer,
      body: { fields: { title: 'one', lead: 'long '.repeat(1000) } },
    })
    const { id } = made.json as { id: number }
    await settled()
    const path = `/contents/${id}`
    const cacheOf = async (key: string, url = path, headers = {}) => {
      const response = await call('GET', url, key, headers)
      return `${response.status} ${response.headers.get('x-cache')}`
    }
    assert.equal(await cacheOf(reader), '200 MISS')
    assert.equal(await cacheOf(reader), '200 HIT')
    assert.equal(
      await cacheOf(reader, path, { Accept: 'application/json', Cookie: 'a=b' }),
      '200 HIT',
    )
    assert.equal(await cacheOf(reader, path, { Range: 'bytes=0-1' }), '200 HIT')
    assert.equal(await cacheOf(other), '200 MISS')
    assert.equal(await cacheOf(reader, `${path}?`), '200 MISS')
    for (let n = 0; n < 3; n++) assert.equal(await cacheOf(writer), '200 MISS')
    for (let n = 0; n < 2; n++) assert.match(await cacheOf(reader, '/contents/9999999'), /^404/)
    assert.match(await cacheOf('octavo_1_wrong'), /^401/)
    const hit = await call('GET', path, reader)
    for (const hidden of ['surrogate-key', 'surrogate-control', 'xkey', 'cache-tag', 'via']) {
      assert.equal(hit.headers.get(hidden), null, hidden)
    }
    assert.equal(hit.headers.get('ratelimit'), null)
    assert.match(hit.headers.get('age') ?? '', /^\d+$/)
    const head = await call('HEAD', path, reader)
    assert.deepEqual([head.status, head.headers.get('x-cache')], [200, 'HIT'])
    const unchanged = await call('GET', path, reader, {
      'If-None-Match': hit.headers.get('etag') ?? '',
    })
    assert.equal(unchanged.status, 304)
    await revokeKey(app.deps, { rootId: 1, id: parseKey(reader)?.id ?? 0, actor: 'test' })
    await eventually(async () => (await call('GET', path, reader)).status !== 200)
  })

  it('passes streams of changes on as they arrive', async () => {
    const { app, varnish } = await freshBench([600_000])
    await app.applyTestSchema(writeRoot)
    const reader = await app.createKey({ reads: 'published' })
    const writer = await app.createKey()
    const url = `http://127.0.0.1:${varnish.port}`
    const streams = [await openChanges(url, reader), await openChanges(url, reader)]
    const made = await app.call('POST', '/contents?model=article&published=true', {
      key: writer,
      body: { fields: { title: 'one' } },
    })
    const { id } = made.json as { id: number }
    for (const stream of streams) {
      assert.equal((await stream.next())?.data.data.id, id)
      stream.stop()
    }
  })

  it('is purged of changes made while the purger or Varnish was stopped', async () => {
    const { app, store, varnish, purger, call } = await freshBench([0])
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey({ reads: 'published' })
    const writer = await app.createKey()
    const create = () =>
      app.call('POST', '/contents?model=article&published=true', {
        key: writer,
        body: { fields: { title: 'x' } },
      })
    const total = async () =>
      ((await call('GET', '/contents', key)).json as { total: number }).total
    await purger.stop()
    await eventually(
      async () => (await call('GET', '/contents', key)).headers.get('x-cache') === 'HIT',
    )
    await create()
    assert.equal(await total(), 0)
    const url = `http://127.0.0.1:${varnish.port}`
    const cache = openExternalCache({ kind: 'varnish', urls: [url], service: '', token: '' })
    const next = startExternalPurger({ store, cache, log: app.deps.log, repeatAfter: [0] })
    ending.push(() => next.stop())
    await eventually(async () => (await total()) === 1)
    await varnish.kill()
    await create()
    await varnish.restart()
    await eventually(async () => (await total()) === 2)
    await create()
    await eventually(async () => (await total()) === 3)
  })

  it('repeats purges for responses that were in transit', async () => {
    const purged: string[][] = []
    const database = await freshPostgresSchema(postgres.url)
    const store = await openStore({ dataFolder: '', database })
    ending.push(() => store.close())
    const cache = {
      name: 'test',
      longestPause: 500,
      purge: async (tags: readonly string[]) => void purged.push([...tags]),
    }
    const purger = startExternalPurger({
      store: withLastingLeases(store),
      cache,
      log() {},
      repeatAfter: [50, 200],
    })
    ending.push(() => purger.stop())
    await eventually(async () => purged.length === 3)
    await store.write((tx) => tx.changes.append([revocationOf(7)]))
    await eventually(async () => purged.length === 6)
    assert.deepEqual(purged, [['all'], ['all'], ['all'], ['k7'], ['k7'], ['k7']])
  })
})
