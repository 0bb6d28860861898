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
    fields: [{luid: title, type: text}]
  - luid: page
    fields: [{luid: title, type: text}, {luid: tags, type: multiselect, options: [a, b]}]
`

onBothDatabases('a filter without operands', (fresh) => {
  it('does not match items whose model has no such field', async () => {
    const { store } = await fresh()
    const bench = await startSchemaBench(store)
    await bench.apply(schemaFile)
    await bench.create('note', { fields: { title: 'n' } }, 'published')
    const page = await bench.create('page', { fields: { title: 'p' } }, 'published')
    const schema = indexSchema(await bench.root())
    const delivery = { documents: createDocumentCache(), assetsUrl: 'https://assets.example.com' }
    const key = { reads: 'published', spaceIds: null } as const
    const query: [string, string][] = [['where', '{"tags":{"hasall":[]}}']]
    const { body } = await createSnapshots(store).read((reading) =>
      listContents(delivery, { key, schema, reading, query }),
    )
    const { data } = JSON.parse(String(await body())) as { data: { _id: number }[] }
    assert.deepEqual(
      data.map(({ _id }) => _id),
      [page],
    )
  })
})
