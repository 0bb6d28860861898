/** Readers that poll through Varnish while a release of 1,000 items is published see all of it or nothing. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { freePort } from '../packages/server/src/cli/free-port.ts'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { endServers, placeFlags, startServer } from '../packages/server/src/testing/octavo.ts'
import { isMissing, startVarnish } from '../packages/server/src/testing/services.ts'
import { onBothDatabases } from '../packages/server/src/testing/stores.ts'
import { prepareRelease, publishLarge, releasedItems } from './large-release.ts'

const pages = [
  '/contents?limit=100',
  '/contents?limit=100&order=_id&offset=900&select=title',
  '/contents?limit=100&order=title,_id&offset=450',
]
const counts = '/contents?limit=1&title[eq]='

const ending: (() => Promise<unknown>)[] = []
after(async () => {
  await endServers()
  for (const end of ending) await end()
})

const skip = isMissing('varnishd')

onBothDatabases('a release behind Varnish', (fresh) => {
  it('is never seen in part', { skip }, async () => {
    const place = await fresh()
    const keys = await prepareRelease(place)
    const port = await freePort()
    const server = await startServer(placeFlags(place.address), {
      OCTAVO_CDN: 'varnish',
      OCTAVO_CDN_URLS: `http://127.0.0.1:${port}`,
    })
    const varnish = await startVarnish([Number(new URL(server.baseUrl).port)], port)
    ending.push(() => varnish.stop())
    const get = (path: string) =>
      callAt(`http://127.0.0.1:${port}/v1${path}`, 'GET', { key: keys.reader })

    /** Asserts that a response shows one state only, and returns it. */
    async function titleIn(path: string): Promise<string> {
      const { status, json, text } = await get(path)
      assert.equal(status, 200, text)
      const { total, data } = json as { total: number; data: { title: string }[] }
      if (path.startsWith(counts)) {
        assert.ok(total === 0 || total === releasedItems, `${path}: ${total}`)
        const title = path.slice(counts.length)
        const [other] = ['old', 'new'].filter((one) => one !== title)
        return total > 0 ? title : (other ?? '')
      }
      assert.deepEqual([total, data.length], [releasedItems, 100])
      const titles = new Set(data.map(({ title }) => title))
      assert.equal(titles.size, 1, `${path}: ${[...titles].join()}`)
      return data[0]?.title ?? ''
    }

    const paths = [...pages, `${counts}old`, `${counts}new`]
    for (const path of paths) {
      // Varnish checks the health of its backend first.
      while ((await get(path)).headers.get('x-cache') !== 'HIT');
      assert.equal(await titleIn(path), 'old')
    }

    let isPublished = false
    const publishing = publishLarge(server, keys).finally(() => (isPublished = true))
    /** Polls until the publication is reported and has reached the cache. */
    async function poll(path: string): Promise<void> {
      for (;;) {
        const title = await titleIn(path)
        if (isPublished && title === 'new') return
      }
    }
    await Promise.all(paths.map(poll))
    assert.equal(await publishing, true)
    assert.equal(await server.end('SIGTERM'), 0)
  })
})
