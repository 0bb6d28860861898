/** Lists of references: what writes accept, and what readers see of them. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { changeState } from '../content/state.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { sampleField } from '../testing/sample-root.ts'
import { writeRoot } from '../testing/write-root.ts'

const root: RootDefinition = {
  ...writeRoot,
  models: writeRoot.models.map((model) =>
    model.luid === 'author'
      ? model
      : {
          ...model,
          fields: [
            sampleField('text', 201, 'title'),
            sampleField('references', 220, 'authors', { models: [21], max: 2 }),
            sampleField('references', 221, 'related', { models: [22] }),
            sampleField('references', 222, 'needed', { min: 1, translatable: false }),
            sampleField('references', 223, 'usual', { models: [21], default: [2, 999, 1] }),
          ],
        },
  ),
}

testApps('lists of references', (freshApp) => {
  let app: TestApp
  let key: string
  let reader: string
  let [ann, ben, cleo, draft] = [0, 0, 0, 0]

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(root)
    key = await app.createKey()
    reader = await app.createKey({ reads: 'published' })
    ann = await created('author', { name: 'Ann' })
    ben = await created('author', { name: 'Ben' })
    cleo = await created('author', { name: 'Cleo' })
    draft = await created('author', { name: 'Draft' }, false)
  })

  async function created(model: string, fields: object, isPublished = true): Promise<number> {
    const path = `/contents?model=${model}&published=${isPublished}`
    const { status, json, headers } = await app.call('POST', path, { key, body: { fields } })
    assert.equal(status, 200, headers.get('x-service-detail') ?? '')
    return (json as { id: number }).id
  }

  async function detailOf(fields: object, isPublished = false): Promise<string> {
    const path = `/contents?model=article&published=${isPublished}`
    const { status, headers } = await app.call('POST', path, { key, body: { fields } })
    assert.equal(status, 400)
    return headers.get('x-service-detail') ?? ''
  }

  async function read(path: string, by = reader): Promise<Record<string, unknown>> {
    return (await app.call('GET', path, { key: by })).json as Record<string, unknown>
  }

  async function titles(query: string): Promise<unknown> {
    const { data } = await read(`/contents?model=article&order=title&select=title&${query}`)
    return (data as { title: string }[]).map(({ title }) => title)
  }

  it('keep their order, and leave out what the reader cannot see', async () => {
    const id = await created('article', {
      title: 'Order',
      authors: [cleo, draft],
      needed: [ben, draft, ann],
    })
    const path = `/contents/${id}?select=authors,needed,related&depth=0`
    assert.deepEqual(await read(path), { authors: [cleo], related: [], needed: [ben, ann] })
    assert.deepEqual((await read(path, key))['needed'], [ben, draft, ann])
    const deep = await read(`/contents/${id}?select=needed.name`)
    assert.deepEqual(deep, { needed: [{ name: 'Ben' }, { name: 'Ann' }] })
  })

  it('reject unknown items, other models, repeated items and other values', async () => {
    const wrong = { authors: [ann, 9999, ann, null, 'x', 1.5], related: ann, title: 'x' }
    assert.equal(
      await detailOf(wrong),
      [
        `fields.authors[2]: repeats item ${ann}`,
        'fields.authors[3]: must be a content id (a positive integer)',
        'fields.authors[4]: must be a content id (a positive integer)',
        'fields.authors[5]: must be a content id (a positive integer)',
        'fields.related: must be an array',
        'fields.authors[1]: there is no content item 9999 in this space',
      ].join('; '),
    )
    assert.match(
      await detailOf({ related: [ann] }),
      /fields\.related\[0\]: item \d+ is not of a model that this field allows/,
    )
  })

  it('limit the number of entries when published, also of an empty list', async () => {
    assert.equal(
      await detailOf({ authors: [ann, ben, cleo] }, true),
      'fields.authors: must have at most 2 entries, has 3; fields.needed: must have 1 or more entries, has 0',
    )
    assert.ok(await created('article', { title: 'draft', authors: [ann, ben, cleo] }, false))
  })

  it('are found by an item, and by the fields of any of their items', async () => {
    await created('article', { title: 'A', needed: [ann], authors: [ann, ben] })
    await created('article', { title: 'B', needed: [ann, ben, cleo], authors: [draft] })
    await created('article', { title: 'C', needed: [draft] })
    assert.deepEqual(await titles(`authors[has]=${ben}`), ['A'])
    assert.deepEqual(await titles(`authors[has]=${draft}`), [])
    assert.deepEqual(await titles(`needed[has]=${ann}`), ['A', 'B', 'Order'])
    assert.deepEqual(await titles('authors.name[in]=Ann,Ben,Cleo'), ['A', 'Order'])
    assert.deepEqual(await titles('needed.name[contains]=n&authors.name[eq]=Ann'), ['A'])
    assert.deepEqual(await titles('needed.name[contains]=n,b'), ['B', 'Order'])
    // Two listed items have one keyword each.
    assert.deepEqual(await titles('needed.name[contains]=ben,cleo'), [])
    const { status } = await app.call('GET', '/contents?authors[eq]=1', { key: reader })
    assert.equal(status, 400)
  })

  it('show an item again after it was archived and restored, from cached responses', async () => {
    const dora = await created('author', { name: 'Dora' })
    const id = await created('article', { title: 'Cached', needed: [dora, ann] })
    const path = `/contents/${id}?select=needed&depth=0`
    const change = { rootId: 1, actor: 'test', ids: [dora], languageId: null }
    for (const action of ['archive', 'restore'] as const) {
      const shown = action === 'archive' ? [dora, ann] : [ann]
      assert.deepEqual(await read(path), { needed: shown })
      await changeState(app.deps, { ...change, action })
    }
    assert.deepEqual(await read(path), { needed: [dora, ann] })
  })

  it('replace the list on PATCH, and empty it with null', async () => {
    const id = await created('article', { title: 'P', needed: [ann], authors: [ann, ben] })
    const path = `/contents/${id}?model=article&published=true`
    const patch = (fields: object) => app.call('PATCH', path, { key, body: { fields } })
    await patch({ authors: [ben] })
    assert.deepEqual(await read(`/contents/${id}?select=authors&depth=0`), { authors: [ben] })
    await patch({ authors: null })
    assert.deepEqual(await read(`/contents/${id}?select=authors&depth=0`), { authors: [] })
  })

  it('begin with the default, of which readers get the items that exist', async () => {
    assert.deepEqual([ann, ben], [1, 2])
    const id = await created('article', { title: 'Usual', needed: [ann] })
    assert.deepEqual((await read(`/contents/${id}?select=usual&depth=0`))['usual'], [ben, ann])
    const other = await created('article', { title: 'Other', needed: [ann], usual: [] })
    assert.deepEqual((await read(`/contents/${other}?select=usual&depth=0`))['usual'], [])
  })
})
