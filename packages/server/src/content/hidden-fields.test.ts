/** Conditions that depend on values which the same write clears, or on another stage. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { changeState } from './state.ts'

const cleared = `
languages: [en]
fieldSets:
  - luid: place
    fields:
      - {luid: online, type: boolean}
      - {luid: hall, type: text, showWhen: {online: {eq: false}}, clearWhenHidden: true}
models:
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: seats, type: text, showWhen: {"place.hall": {exists: true}}, clearWhenHidden: true}
      - {luid: place, type: fieldset}
`

const slugs = `
languages: [en, ja]
models:
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: kind, type: select, options: [shop, news], translatable: false}
      - {luid: slug, type: slug, from: title, showWhen: {kind: {eq: shop}}}
`

onBothDatabases('hidden fields', (fresh) => {
  it('are cleared if a field inside a field set was cleared', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(cleared)
    const place = { online: true, hall: 'H' }
    const id = await bench.create('page', { fields: { title: 'x', seats: '100', place } })
    assert.deepEqual(await bench.exported(id), { title: 'x', place: { online: true } })
  })

  it('have unique slugs in drafts if a shared field of a draft shows them', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(slugs)
    const body = { fields: { title: 'x', kind: 'shop' }, 'fields[ja]': { title: 'same' } }
    const ids = [await bench.create('page', body), await bench.create('page', body)]
    const shown = await Promise.all(ids.map((id) => bench.exported(id, 'ja')))
    assert.deepEqual(
      shown.map(({ slug }) => slug),
      ['same', 'same-2'],
    )
    const { languages } = await bench.root()
    const { context, rootId } = bench
    for (const id of ids) {
      const languageId = languages.find(({ key }) => key === 'en')?.id ?? null
      await changeState(context, {
        rootId,
        actor: 'test',
        ids: [id],
        action: 'publish',
        languageId,
      })
    }
  })
})
