/** Several keywords are one search, whose grams tell all that they can tell. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'
import { createReadMemory } from './memory.ts'

const title = 201

onBothDatabases('several keywords', (fresh, kind) => {
  it('are looked for once, and letters in no text', async () => {
    const { store: filled, address } = await fresh()
    const titles = ['anchor box', 'bark', 'cab', 'abacus']
    await fillSample(
      filled,
      titles.map((text, index) =>
        sampleItem(index + 1, models.article, { published: { [title]: text } }),
      ),
    )
    const noted: Sql[] = []
    const few = (key: string): number => (key.includes('text') ? 1 : 100_000)
    const memory = { ...createReadMemory(), estimates: { get: few, set() {} } }
    const store = sqlStore(noting(openDatabase(address), noted), memory)
    const { ids, total } = await readerOf(store).list('model=article&contains=a,b,c&order=_id')
    assert.deepEqual({ ids, total }, { ids: [1, 3, 4], total: 3 })
    const page = noted.map(({ chunks }) => chunks.join('?')).find((text) => text.includes('found'))
    assert.equal(page?.match(/from search_grams/g)?.length, 1)
    // On SQLite documents that are not indexed yet are looked into.
    const looked = page.match(kind === 'sqlite' ? /instr\(/g : /strpos\(/g) ?? []
    assert.equal(looked.length, kind === 'sqlite' ? 6 : 0)
    await store.close()
  })
})
