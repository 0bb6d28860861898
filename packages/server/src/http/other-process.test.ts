/** Commits of other processes, such as commands or workers, invalidate cached responses. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { disableKey, enableKey, parseKey } from '../access/keys.ts'
import { patchItem } from '../content/write.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { openStore } from '../store/open-store.ts'
import { startApp } from '../testing/app-factory.ts'
import { cacheBench, cacheOf } from '../testing/cache-bench.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'

onBothDatabases('cached responses', (fresh, kind) => {
  // Nodes on PostgreSQL are notified with a delay; the cluster tests cover this.
  if (kind === 'postgres') return

  it('invalidates responses when another process changes their content', async () => {
    const { store, address } = await fresh()
    const { testApp, end } = await startApp(store)
    const { create, read, warm, reader } = await cacheBench(testApp)
    const other = await openStore(address)
    const texts = unboundedParser
    const context = { store: other, schemas: cachedSchemas(), texts, now: testApp.deps.now }
    const id = await create({ title: 'first' })
    const keyId = parseKey(reader)?.id ?? 0
    const path = `/contents/${id}`
    const change = { rootId: 1, spaceId: 1, actor: 'other', stage: 'published' } as const
    const options = { textFormat: 'portable_html', allowsMultiselect: true } as const
    try {
      for (let n = 0; n < runs(30).numRuns; n++) {
        assert.equal(cacheOf(await warm(path)), 'HIT')
        await patchItem(context, { ...change, ...options, id, body: { fields: { title: `${n}` } } })
        const { json } = await read(path)
        assert.equal((json as { title: string }).title, String(n))

        await warm(path)
        await disableKey(context, { rootId: 1, id: keyId, actor: 'other' })
        assert.equal((await read(path)).status, 401)
        await enableKey(context, { rootId: 1, id: keyId, actor: 'other' })
        assert.equal((await read(path)).status, 200)
      }
    } finally {
      await other.close()
      await end()
    }
  })
})
