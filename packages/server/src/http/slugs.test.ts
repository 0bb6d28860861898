/** Slugs: how they are derived, and that they are unique. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
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
            sampleField('slug', 230, 'slug', { from: 201 }),
            sampleField('slug', 231, 'path', { from: 201, default: 'untitled' }),
          ],
        },
  ),
}

testApps('slugs', (freshApp) => {
  let app: TestApp
  let key: string

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(root)
    key = await app.createKey()
  })

  async function write(method: string, path: string, body: object): Promise<number> {
    const { status, json, headers } = await app.call(method, path, { key, body })
    assert.equal(status, 200, headers.get('x-service-detail') ?? '')
    return (json as { id: number }).id
  }

  const create = (fields: object, isPublished = false, more: object = {}): Promise<number> =>
    write('POST', `/contents?model=article&published=${isPublished}`, { fields, ...more })

  const patch = (id: number, fields: object, isPublished = false): Promise<number> =>
    write('PATCH', `/contents/${id}?model=article&published=${isPublished}`, { fields })

  async function slugOf(id: number, lang = 'en'): Promise<unknown> {
    const { json } = await app.call('GET', `/contents/${id}?select=slug&lang=${lang}`, { key })
    return (json as { slug: unknown }).slug
  }

  async function detail(fields: object): Promise<string> {
    const response = await app.call('POST', '/contents?model=article', { key, body: { fields } })
    assert.equal(response.status, 400)
    return response.headers.get('x-service-detail') ?? ''
  }

  it('are derived from the source in each language, without romanising', async () => {
    const id = await create({ title: 'Ｈarbour, at  Dawn!' }, false, {
      'fields[ja]': { title: '夜明けの港・２' },
    })
    assert.equal(await slugOf(id), 'harbour-at-dawn')
    assert.equal(await slugOf(id, 'ja'), '夜明けの港-2')
    assert.equal(await slugOf(await create({ title: '!?' })), null)
  })

  it('get a number if they are taken, also by a draft', async () => {
    const ids = [await create({ title: 'Tea' }), await create({ title: 'tea' }, true)]
    ids.push(await create({ title: 'Tea!' }))
    assert.deepEqual(await Promise.all(ids.map((id) => slugOf(id))), ['tea', 'tea-2', 'tea-3'])
    const inTokyo = await write('POST', '/contents?model=article&space=tokyo', {
      fields: { title: 'Tea' },
    })
    assert.equal(await slugOf(inTokyo), 'tea')
  })

  it('follow the source until they are published or set by hand', async () => {
    const id = await create({ title: 'One' })
    await patch(id, { title: 'Two' })
    assert.equal(await slugOf(id), 'two')
    await write('PUT', `/contents/${id}?model=article`, { fields: { title: 'Three' } })
    assert.equal(await slugOf(id), 'three')
    await patch(id, { title: 'Four' }, true)
    assert.equal(await slugOf(id), 'four')
    await patch(id, { title: 'Five' }, true)
    await write('PUT', `/contents/${id}?model=article&published=true`, { fields: { title: 'Six' } })
    assert.equal(await slugOf(id), 'four')
    await patch(id, { slug: 'six' }, true)
    assert.equal(await slugOf(id), 'six')
    const own = await create({ title: 'Seven', slug: 'my-own' })
    await patch(own, { title: 'Eight' })
    assert.equal(await slugOf(own), 'my-own')
  })

  it('are the default while the source is empty', async () => {
    const pathOf = async (id: number): Promise<unknown> => {
      const { json } = await app.call('GET', `/contents/${id}?select=path`, { key })
      return (json as { path: unknown }).path
    }
    const first = await create({})
    const second = await create({ title: '?!' })
    const path = await pathOf(second)
    assert.match(String(await pathOf(first)), /^untitled(-\d+)?$/)
    assert.match(String(path), /^untitled-\d+$/)
    assert.notEqual(await pathOf(first), path)
    await patch(first, { title: 'First' })
    await patch(second, { title: '…' }, true)
    await patch(second, { title: 'Second' }, true)
    assert.deepEqual([await pathOf(first), await pathOf(second)], ['first', path])
    const copy = await write('POST', `/contents/${second}/duplicate`, {})
    assert.equal(await pathOf(copy), `${String(path)}-2`)
  })

  it('are checked if they are given', async () => {
    const id = await create({ title: 'Taken', slug: 'taken' })
    assert.match(
      await detail({ title: 'x', slug: 'taken' }),
      new RegExp(`^fields.slug: must be unique; item ${id} has the same value`),
    )
    assert.match(await detail({ title: 'x', slug: 'Not A Slug' }), /such as not-a-slug$/)
    for (const slug of ['a--b', '-a', 'a/b', 'a_b', 'A']) {
      assert.match(await detail({ slug }), /^fields\.slug: must be a slug/, slug)
    }
  })

  it('are free in a copy', async () => {
    const id = await create({ title: 'Copied' })
    const own = await create({ title: 'Other', slug: 'by-hand' })
    const copy = await write('POST', `/contents/${id}/duplicate`, {})
    assert.equal(await slugOf(copy), 'copied-2')
    assert.equal(await slugOf(await write('POST', `/contents/${own}/duplicate`, {})), 'by-hand-2')
  })

  it('differ if many requests derive the same one at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => create({ title: 'Race' }, true)))
    const slugs = await Promise.all(ids.map((id) => slugOf(id)))
    const numbered = [2, 3, 4, 5, 6, 7, 8].map((number) => `race-${number}`)
    assert.deepEqual(new Set(slugs), new Set(['race', ...numbered]))
  })

  it('are found by filters', async () => {
    const { json } = await app.call('GET', '/contents?slug[eq]=夜明けの港-2&lang=ja', { key })
    assert.equal((json as { total: number }).total, 1)
  })
})
