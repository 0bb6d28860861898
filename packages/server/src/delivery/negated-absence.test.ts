import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { createSnapshots } from '../store/cache/snapshots.ts'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createDocumentCache } from './document-cache.ts'
import { listContents } from './read-contents.ts'

const schemaFile = `
languages: [en]
models:
  - luid: note
    fields: [{luid: words, type: text}]
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: price, type: number}
      - {luid: tags, type: multiselect, options: [a, b]}
`

const full = { title: 'x', price: 1, tags: ['a', 'b'] }

onBothDatabases('the negation of an empty field', (fresh) => {
  it('matches the items with a value, and those whose model lacks the field', async () => {
    const { store } = await fresh()
    const bench = await startSchemaBench(store)
    await bench.apply(schemaFile)
    await bench.create('note', { fields: { words: 'n' } }, 'published')
    await bench.create('page', { fields: full }, 'published')
    await bench.create('page', { fields: {} }, 'published')
    const schema = indexSchema(await bench.root())
    const delivery = { documents: createDocumentCache(), assetsUrl: 'https://assets.example.com' }
    const key = { reads: 'published', spaceIds: null } as const
    const models = async (...query: [string, string][]): Promise<string[]> => {
      const { body } = await createSnapshots(store).read((reading) =>
        listContents(delivery, {
          key,
          schema,
          reading,
          query: [...query, ['order', '_id']],
        }),
      )
      const { data } = JSON.parse(String(await body())) as { data: { _model: string }[] }
      return data.map(({ _model }) => _model)
    }
    const where = (condition: object): [string, string] => ['where', JSON.stringify(condition)]
    const ofPages: [string, string] = ['model', 'page']
    for (const field of Object.keys(full)) {
      const isEmpty = { [field]: { exists: false } }
      const hasValue = { [field]: { exists: true } }
      assert.deepEqual(await models(where({ $not: isEmpty }), ofPages), ['page'], field)
      assert.deepEqual(await models(where({ $not: isEmpty })), ['note', 'page'], field)
      const twice = { $not: { $not: hasValue } }
      assert.deepEqual(await models(where(twice), ofPages), ['page'], field)
      assert.deepEqual(await models(where({ $not: { $not: isEmpty } }), ofPages), ['page'], field)
    }
  })
})
