import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDocumentCache } from '../../delivery/document-cache.ts'
import { sqlStore } from '../sql/store.ts'
import { openDatabase, watched } from '../../testing/open-database.ts'
import { models, fillSample, readerOf, readSchema, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { saveItems } from '../../content/save.ts'

const name = 401
const author = (text: string) => sampleItem(1, models.author, { published: { [name]: text } })

onBothDatabases('batched reads', (fresh) => {
  it('return a document that is replaced during the read, and the new one afterwards', async () => {
    const { store: other, address } = await fresh()
    await fillSample(other, [author('Aki')])
    let isAboutToChange = false
    const change = async () => {
      isAboutToChange = false
      const audit = { actor: 'test', action: 'change', at: 2, isNew: false, before: [] }
      await other.write((tx) => saveItems(tx, readSchema, [author('Ken')], audit))
    }
    const watchedDatabase = watched(openDatabase(address), ({ chunks }) =>
      isAboutToChange && /from\s+(\(values .*)?documents/s.test(chunks.join('?'))
        ? change()
        : undefined,
    )
    const store = sqlStore(watchedDatabase)
    // The cache is too small for any document, so that each read goes to the store.
    const reader = readerOf(store, { documents: createDocumentCache(0) })
    assert.equal((await reader.get(1))['name'], 'Aki')
    isAboutToChange = true
    // The transaction may have begun before or after the change.
    assert.match(String((await reader.get(1))['name']), /^(Aki|Ken)$/)
    assert.equal(isAboutToChange, false)
    assert.equal((await reader.get(1))['name'], 'Ken')
    await store.close()
  })
})
