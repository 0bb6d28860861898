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
    const page = async (keywords: string): Promise<{ ids: number[]; text: string }> => {
      noted.length = 0
      const query = `model=article&contains=${keywords}&order=_id`
      const { ids } = await readerOf(store).list(query)
      const texts = noted.map(({ chunks }) => chunks.join('?'))
      return { ids, text: texts.find((one) => one.includes('found as materialized')) ?? '' }
    }
    const searches = (text: string): number => text.split('from search_grams').length - 1
    const looks = (text: string): number => text.split(/instr\(|strpos\(/).length - 1
    const [one, three] = [await page('b'), await page('a,b,c')]
    assert.deepEqual(
      [one.ids, three.ids],
      [
        [1, 2, 3, 4],
        [1, 3, 4],
      ],
    )
    assert.ok(searches(one.text) > 0)
    assert.equal(searches(three.text), searches(one.text))
    // On SQLite documents that are not indexed yet are looked into, once for each search.
    assert.equal(looks(three.text), kind === 'sqlite' ? 6 * searches(one.text) : 0)
    await store.close()
  })
})
