/** What another process commits, as a command or a worker does, beside a server that keeps answers. */
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

onBothDatabases('answers that are kept', (fresh, kind) => {
  // Nodes on PostgreSQL are told a moment later; see the tests of the cluster.
  if (kind === 'postgres') return

  it('are not given any more once another process has changed what is in them', async () => {
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
    const door = { textFormat: 'portable_html', allowsMultiselect: true } as const
    try {
      for (let n = 0; n < runs(30).numRuns; n++) {
        assert.equal(cacheOf(await warm(path)), 'HIT')
        await patchItem(context, { ...change, ...door, id, body: { fields: { title: `${n}` } } })
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
