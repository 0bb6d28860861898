import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { etagOf } from '@octavo/client'
import { createRelease } from '../../packages/server/src/content/releases/manage.ts'
import { onServers, type Bench } from './bench.ts'

onServers('writing with the client', (fresh) => {
  let bench: Bench

  before(async () => {
    bench = await fresh()
  })

  async function article(
    fields: { title: string; lead?: string },
    published = true,
  ): Promise<number> {
    bench.app.clock.now += 1000
    return (await bench.client.create({ model: 'article', fields, published })).id
  }

  it('creates, replaces and patches', async () => {
    const { client } = bench
    const id = await article({ title: 'One', lead: 'kept?' })
    await client.patch(id, { model: 'article', fields: { title: 'Two' }, published: true })
    const patched = await client.get(id, { model: 'article' })
    assert.deepEqual([patched.title, patched.lead], ['Two', 'kept?'])
    await client.replace(id, { model: 'article', fields: { title: 'Three' }, published: true })
    const replaced = await client.get(id, { model: 'article' })
    assert.deepEqual([replaced.title, replaced.lead], ['Three', null])
  })

  it('writes into a release', async () => {
    const { app, client } = bench
    await createRelease(app.deps, { rootId: 1, actor: 'test' }, { luid: 'spring' })
    const release = 'spring'
    const [id, old] = [await article({ title: 'Now' }), await article({ title: 'Old' })]
    await client.patch(id, { model: 'article', fields: { title: 'Then' }, release })
    const added = await client.create({ model: 'article', fields: { title: 'New' }, release })
    await client.delete(old, { release })
    const titlesIn = async (options: { release?: string }): Promise<unknown[]> => {
      const { data } = await client.list({ model: 'article', limit: 100, ...options })
      const ids = [id, old, added.id]
      return ids.map((one) => data.find(({ _id }) => _id === one)?.title)
    }
    assert.deepEqual(await titlesIn({}), ['Now', 'Old', 'New'])
    assert.deepEqual(await titlesIn({ release }), ['Then', undefined, 'New'])
  })

  it('writes languages and formats', async () => {
    const { client } = bench
    const { id } = await client.create({
      model: 'article',
      fields: { title: 'Harbour', body: '# Boats' },
      translations: { ja: { title: '港' } },
      textFormat: 'markdown',
      space: 'tokyo',
    })
    const item = await client.get(id, { model: 'article', include: ['_langs'] })
    assert.match(item.body ?? '', /<h1>Boats<\/h1>/)
    assert.deepEqual([item._space, item._status], ['tokyo', 'draft'])
    assert.deepEqual(item._langs.available, ['en', 'ja'])
    await client.patch(id, {
      model: 'article',
      translations: { ja: { title: '波止場' } },
      space: 'tokyo',
    })
    assert.equal((await client.get(id, { model: 'article', lang: 'ja' })).title, '波止場')
    await assert.rejects(client.delete(id), { status: 404 })
  })

  it('adds a draft, duplicates and deletes', async () => {
    const { client } = bench
    const id = await article({ title: 'Origin' })
    await client.addDraft(id, { fields: { title: 'Next' } })
    const drafted = await client.get(id, { model: 'article' })
    assert.deepEqual([drafted.title, drafted._status], ['Next', 'published_draft'])
    await assert.rejects(client.addDraft(id), { status: 400 })
    const copy = await client.duplicate(id)
    assert.equal((await client.get(copy.id, { model: 'article' })).title, 'Next')
    assert.deepEqual(await client.delete(id), { id })
    await assert.rejects(client.get(id), { status: 404 })
  })

  it('adds a draft without a body', async () => {
    const id = await article({ title: 'Plain' })
    await bench.client.addDraft(id)
    assert.equal((await bench.client.get(id))._status, 'published_draft')
  })

  it('prevents a lost update', async () => {
    const { client } = bench
    const id = await article({ title: 'Mine' })
    const read = await client.get(id, { model: 'article' })
    assert.match(etagOf(read) ?? '', /^".+"$/)
    const change = { model: 'article', published: true, ifMatch: read } as const
    await client.patch(id, { ...change, fields: { title: 'Yours' } })
    const lost = client.patch(id, { ...change, fields: { title: 'Mine again' } })
    await assert.rejects(lost, { status: 412, code: 'Precondition Failed' })
    await assert.rejects(client.delete(id, { ifMatch: {} }), TypeError)
  })

  it('creates one item when the request is repeated', async () => {
    const { client } = bench
    const data = { model: 'place', fields: { name: 'Once' }, idempotencyKey: 'once' } as const
    assert.deepEqual(await client.create(data), await client.create(data))
    assert.equal((await client.list({ model: 'place', where: { name: { eq: 'Once' } } })).total, 1)
  })

  it('reports every problem of a write', async () => {
    const { client } = bench
    const fields = { title: 'x'.repeat(80), slug: 'NO' }
    await assert.rejects(
      client.create({ model: 'article', fields, published: true }),
      (error: Error) => {
        assert.ok('problems' in error && Array.isArray(error.problems))
        const paths = (error.problems as { path: string }[]).map(({ path }) => path)
        assert.deepEqual(paths.toSorted(), ['fields.slug', 'fields.title'])
        return true
      },
    )
  })
})
