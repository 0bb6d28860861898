/** A release of 1,000 items is public completely or not at all, also after `kill -9` in the middle. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { endServers, placeFlags, startServer } from '../packages/server/src/testing/octavo.ts'
import { printedBy } from '../packages/server/src/testing/run-here.ts'
import { onBothDatabases } from '../packages/server/src/testing/stores.ts'
import { prepareRelease, publishLarge, titleOfAll } from './large-release.ts'

/** Reads that are served while the release is being published, before the server is killed. */
const reads = [1, 5, 20]

after(endServers)

onBothDatabases('a release of many items', (fresh) => {
  it('is never public in part', async () => {
    const place = await fresh()
    const keys = await prepareRelease(place)
    const flags = placeFlags(place.address)
    for (const count of reads) {
      const server = await startServer(flags)
      assert.equal(await titleOfAll(server, keys), 'old')
      const publishing = publishLarge(server, keys)
      for (let read = 0; read < count; read++) await titleOfAll(server, keys)
      await server.end('SIGKILL')
      const isReported = await publishing
      const next = await startServer(flags)
      const title = await titleOfAll(next, keys)
      if (isReported) assert.equal(title, 'new')
      await next.end('SIGTERM')
      if (title === 'new') await printedBy(['release', 'undo', 'all', ...flags])
    }
    const server = await startServer(flags)
    const seen = new Set<string>()
    const publishing = publishLarge(server, keys).finally(() => seen.add('done'))
    while (!seen.has('done')) await titleOfAll(server, keys)
    assert.equal(await publishing, true)
    assert.equal(await titleOfAll(server, keys), 'new')
    assert.equal(await server.end('SIGTERM'), 0)
    await printedBy(['doctor', ...flags])
  })
})
