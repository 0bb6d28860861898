/** The purge property for the cache of the process, and for two nodes on one database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openStore } from '../store/open-store.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { followedLog } from '../testing/followed-log.ts'
import { checkPurges, type PurgeBench } from '../testing/purge-property.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'

const seeds = firstSeed()

function benchOf(
  writing: TestApp,
  cached: TestApp,
  origin: TestApp,
  settled: PurgeBench['settled'],
): PurgeBench {
  return {
    context: writing.deps,
    cached: (path, key) => cached.call('GET', path, { key }),
    fresh: (path, key) => origin.call('GET', path, { key }),
    async tags(path, key) {
      const { headers } = await cached.call('HEAD', path, { key })
      return new Set(headers.get('surrogate-key')?.split(' '))
    },
    settled,
  }
}

onBothDatabases('a warm cache', (fresh) => {
  it('never differs from the origin after a change in its process', async (t) => {
    const count = { hits: 0, misses: 0 }
    for (let seed = seeds; seed < seeds + runs(2).numRuns; seed++) {
      const { store } = await fresh()
      const node = await startApp(store, { includesHiddenTags: true })
      const origin = await startApp(store, { cacheBytes: 0 })
      t.after(() => Promise.all([node.end(), origin.end()]))
      const settled = (): Promise<void> => Promise.resolve()
      const bench = benchOf(node.testApp, node.testApp, origin.testApp, settled)
      const { hits, misses } = await checkPurges(bench, { seed, urls: 30, changes: 12 })
      count.hits += hits
      count.misses += misses
    }
    assert.ok(count.hits > 0 && count.misses > 0, JSON.stringify(count))
  })

  it('does not differ after it has read a change of another process', async (t) => {
    for (let seed = seeds; seed < seeds + runs(1).numRuns; seed++) {
      const { store, address } = await fresh()
      const other = await openStore(address)
      const writing = await startApp(store, { cacheBytes: 0 })
      const { store: followed, caughtUp } = followedLog(other)
      const cached = await startApp(followed, { includesHiddenTags: true })
      t.after(async () => {
        await Promise.all([writing.end(), cached.end()])
        await other.close()
      })
      const bench = benchOf(writing.testApp, cached.testApp, writing.testApp, caughtUp)
      await checkPurges(bench, { seed, urls: 30, changes: 12 })
    }
  })
})
