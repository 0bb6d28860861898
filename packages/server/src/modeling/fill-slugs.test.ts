/** A slug field that is added to a model with content: existing items get slugs. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isSlug } from '@octavo/schema/slugs.ts'
import fc from 'fast-check'
import { stages } from '../store/records.ts'
import { runs } from '../testing/runs.ts'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'

const schemaWith = (slug: string): string => `
languages: [en, ja]
spaces: [{luid: tokyo}]
models:
  - luid: page
    fields:
      - {luid: title, type: text}
${slug}
`

onBothDatabases('a slug field that is added to a model', (fresh) => {
  it('is filled in existing items, in all languages and stages', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(schemaWith(''))
    const page = (title: string | null, ja?: string) => ({
      fields: { title },
      ...(ja !== undefined && { 'fields[ja]': { title: ja } }),
    })
    const first = await bench.create('page', page('Harbour', '港'), 'published')
    const second = await bench.create('page', page('Harbour'), 'draft')
    const far = await bench.create('page', page('Harbour'), 'published', 'tokyo')
    const untitled = await bench.create('page', page(null), 'draft')
    await bench.change(first, (values) => values)
    await bench.apply(schemaWith('      - {luid: slug, type: slug, from: title}'))
    const slugs = async (id: number, key = 'en') => (await bench.exported(id, key))['slug']
    assert.equal(await slugs(first), 'harbour')
    assert.equal(await slugs(first, 'ja'), '港')
    assert.equal(await slugs(second), 'harbour-2')
    assert.equal(await slugs(far), 'harbour')
    assert.equal(await slugs(untitled), undefined)
    await bench.checkDerived()
  })

  it('has unique values for any titles, and the same in a draft as in the published data', async () => {
    const { store } = await fresh()
    const title = fc.constantFrom('A', 'a!', 'A 2', 'b', '港', '…', null)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title, ja: title, isPublished: fc.boolean() }), { maxLength: 12 }),
        fc.boolean(),
        async (pages, isTranslatable) => {
          await store.write((tx) => tx.tables.clear())
          const bench = await startSchemaBench(store)
          await bench.apply(schemaWith(''))
          for (const { title: en, ja, isPublished } of pages) {
            const body = { fields: { title: en }, 'fields[ja]': { title: ja } }
            await bench.create('page', body, isPublished ? 'published' : 'draft')
          }
          await bench.apply(
            schemaWith(
              `      - {luid: slug, type: slug, from: title, translatable: ${isTranslatable}}`,
            ),
          )
          const fieldId = bench.fieldId('slug')
          const taken = new Set<string>()
          for (const { languages } of await bench.items()) {
            for (const [language, state] of languages) {
              const own = stages.flatMap((stage) => state[stage]?.values[fieldId] ?? [])
              const [slug] = own
              if (slug === undefined) continue
              assert.ok(typeof slug === 'string' && isSlug(slug))
              assert.ok(own.every((one) => one === slug))
              assert.ok(!taken.has(`${language} ${slug}`), slug)
              taken.add(`${language} ${slug}`)
            }
          }
          const expected = pages.flatMap(({ title: en, ja }) =>
            [en, ...(isTranslatable ? [ja] : [])].filter((one) => one !== null && one !== '…'),
          )
          assert.equal(taken.size, expected.length)
          await bench.checkDerived()
        },
      ),
      { ...runs(15), endOnFailure: true },
    )
  })
})
