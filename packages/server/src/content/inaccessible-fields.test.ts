/** Replacing an item through an API that does not expose all of its fields. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { replaceItem } from './write.ts'

const schema = `
languages: [en]
fieldSets:
  - {luid: seo, fields: [{luid: word, type: text}, {luid: marks, type: multiselect, options: [x, y]}]}
models:
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: tags, type: multiselect, options: [sea, hills]}
      - {luid: seo, type: fieldset}
`

onBothDatabases('replacing an item without extended writes', (fresh) => {
  it('keeps multi-select values, also inside field sets, and clears the rest', async () => {
    const { store } = await fresh()
    const bench = await startSchemaBench(store)
    await bench.apply(schema)
    const fields = { title: 'a', tags: ['sea'], seo: { word: 'w', marks: ['x', 'y'] } }
    const id = await bench.create('page', { fields })
    const put = async (sent: object): Promise<number> =>
      replaceItem(bench.context, {
        rootId: bench.rootId,
        spaceId: (await bench.root()).spaces[0]?.id ?? 0,
        actor: 'test',
        model: 'page',
        stage: 'draft',
        id,
        textFormat: 'portable_html',
        allowsMultiselect: false,
        body: { fields: sent },
      })
    const kept = { tags: ['sea'], seo: { marks: ['x', 'y'] } }
    await put({ title: 'b', seo: { word: 'v' } })
    assert.deepEqual(await bench.exported(id), {
      title: 'b',
      tags: ['sea'],
      seo: { word: 'v', marks: ['x', 'y'] },
    })
    await put({ title: 'c' })
    assert.deepEqual(await bench.exported(id), { title: 'c', ...kept })
    await put({ seo: null })
    assert.deepEqual(await bench.exported(id), kept)
    await bench.checkDerived()
  })
})
