/** Several keywords are one search by all their grams. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'
import { createReadCache } from './read-cache.ts'

const title = 201

onBothDatabases('several keywords', (fresh, kind) => {
  it('take one search, and single letters need no text search', async () => {
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
    const cache = { ...createReadCache(), estimates: { get: few, set() {} } }
    const store = sqlStore(noting(openDatabase(address), noted), cache)
    const page = async (keywords: string): Promise<{ ids: number[]; text: string }> => {
      noted.length = 0
      const query = `model=article&contains=${keywords}&order=_id`
      const { ids } = await readerOf(store).list(query)
      const texts = noted.map(({ chunks }) => chunks.join('?'))
      return { ids, text: texts.find((one) => one.includes('found as materialized')) ?? '' }
    }
    const searches = (text: string): number => text.split('from search_grams').length - 1
    const textSearches = (text: string): number => text.split(/instr\(|strpos\(/).length - 1
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
    // On SQLite, each search also scans the texts of documents that are not indexed yet.
    assert.equal(textSearches(three.text), kind === 'sqlite' ? 6 * searches(one.text) : 0)
    await store.close()
  })
})
