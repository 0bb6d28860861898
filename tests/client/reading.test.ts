import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { OctavoError, type Where } from '@octavo/client'
import { onServers, type Bench } from './bench.ts'
import type { Schema } from './generated.ts'

onServers('reading with the client', (fresh) => {
  let bench: Bench
  let place: number
  let mentor: number
  let author: number
  let first: number
  let second: number

  before(async () => {
    bench = await fresh()
    const { client, app } = bench
    const make = async (data: Parameters<typeof client.create>[0]): Promise<number> => {
      app.clock.now += 1000
      return (await client.create({ published: true, ...data })).id
    }
    place = await make({ model: 'place', fields: { name: 'Onomichi' } })
    mentor = await make({ model: 'author', fields: { name: 'Mori', place } })
    author = await make({
      model: 'author',
      fields: { name: 'Ada', bio: '<p>Writes, <b>a lot</b></p>', mentor },
    })
    first = await make({
      model: 'article',
      fields: {
        title: 'Harbour, at dawn',
        slug: 'harbour',
        body: '<h2>Boats</h2><p>Water + light</p>',
        featured: true,
        kind: 'news',
        tags: ['sea'],
        starts_at: new Date('2026-11-14T09:00:00+09:00'),
        author,
        links: [{ label: 'a & b', is_external: true, to: mentor, note: '<p>x</p>' }],
        blocks: [{ luid: 'quote', fields: { words: 'Slowly.', by: author } }],
        seo: { meta_title: 'Harbour', no_index: true },
      },
      translations: { ja: { title: '港' } },
    })
    second = await make({
      model: 'article',
      fields: { title: 'Hills', kind: 'essay', featured: false },
    })
  })

  it('lists the items that match a filter', async () => {
    const { client } = bench
    const found = async (
      where: Parameters<typeof client.list<'article'>>[0] extends infer O
        ? NonNullable<O> extends { where?: infer W }
          ? W
          : never
        : never,
    ) => {
      const { data } = await client.list({
        model: 'article',
        where,
        select: { _id: true },
        order: '_id',
      })
      return data.map(({ _id }) => _id)
    }
    assert.deepEqual(await found({ title: { eq: 'Harbour, at dawn' } }), [first])
    assert.deepEqual(await found({ kind: { in: ['news', 'essay'] } }), [first, second])
    assert.deepEqual(await found({ kind: { in: [] } }), [])
    assert.deepEqual(await found({ featured: { eq: false } }), [second])
    assert.deepEqual(await found({ tags: { has: 'sea' } }), [first])
    assert.deepEqual(await found({ body: { contains: 'water + light' } }), [first])
    assert.deepEqual(await found({ title: { contains: ['dawn', 'harb'] } }), [first])
    assert.deepEqual(await found({ starts_at: { lte: '2026-11-14T09:00:00+09:00' } }), [first])
    assert.deepEqual(await found({ starts_at: { gt: new Date('2026-11-14T00:00:00Z') } }), [])
    assert.deepEqual(await found({ author: { eq: author } }), [first])
    assert.deepEqual(await found({ author: { mentor: { place: { name: { eq: 'Onomichi' } } } } }), [
      first,
    ])
    assert.deepEqual(await found({ links: { label: { eq: 'a & b' }, to: { eq: mentor } } }), [
      first,
    ])
    assert.deepEqual(await found({ seo: { no_index: { eq: true } } }), [first])
    assert.deepEqual(await found([{ title: { contains: 'h' } }, { title: { contains: 'ill' } }]), [
      second,
    ])
    assert.deepEqual(await found({ _id: { in: [second] }, _status: { eq: 'published' } }), [second])
  })

  it('rejects a filter that the API cannot express', async () => {
    const { client } = bench
    const missing = undefined as unknown as string
    await assert.rejects(
      client.list({ model: 'article', where: { title: { eq: missing } } }),
      TypeError,
    )
    await assert.rejects(client.list({ model: [] }), TypeError)
  })

  it('sends groups, and lists with commas, as JSON', async () => {
    const { client } = bench
    const { data: all } = await client.list({ model: 'article' })
    const titles = all.map(({ title }) => title ?? '')
    const found = async (where: Where<Schema, 'article'>): Promise<number> =>
      (await client.list({ model: 'article', where })).total
    assert.equal(await found({ title: { in: ['a,b', ...titles] } }), all.length)
    assert.equal(await found({ title: { in: [] } }), 0)
    assert.equal(await found({ $not: { title: { in: titles } } }), 0)
    const [one = ''] = titles
    assert.equal(await found({ $or: [{ title: { eq: one } }, { _id: { in: [] } }] }), 1)
    assert.equal(await found({ $and: [{ title: { ne: one } }, {}] }), all.length - 1)
  })

  it('returns references by depth, and null for missing ones', async () => {
    const { client } = bench
    const none = await client.get(first, { model: 'article', depth: 0 })
    assert.equal(none.author, author)
    const one = await client.get(first, { model: 'article' })
    assert.equal(one.author?.mentor, mentor)
    assert.equal(one.seo.no_index, true)
    const three = await client.get(first, { model: 'article', depth: 3 })
    assert.equal(three.author?.mentor?.place?.name, 'Onomichi')
    const [block] = three.blocks
    assert.equal(block?.luid === 'quote' && block.fields.by?.mentor?.name, 'Mori')
    const empty = await client.get(second, { model: 'article' })
    assert.deepEqual([empty.author, empty.cover, empty.links, empty.lead], [null, null, [], null])
  })

  it('returns only the selected properties', async () => {
    const { client } = bench
    const shown = await client.get(first, {
      model: 'article',
      select: {
        title: true,
        author: { name: true, mentor: { name: true } },
        links: { label: true },
      },
      depth: 2,
    })
    assert.deepEqual(shown, {
      title: 'Harbour, at dawn',
      author: { name: 'Ada', mentor: { name: 'Mori' } },
      links: [{ label: 'a & b' }],
    })
    assert.deepEqual((await client.list({ model: 'place', select: {} })).data, [{}])
  })

  it('returns neighbours and languages', async () => {
    const { client } = bench
    const article = await client.get(first, {
      model: 'article',
      include: ['_prev', '_next', '_langs'],
      order: '_created_at',
    })
    assert.equal(article._prev, null)
    assert.equal(article._next?.title, 'Hills')
    assert.deepEqual(article._langs, { current: 'en', available: ['en', 'ja'] })
    const slim = await client.get(second, {
      model: 'article',
      include: ['_next'],
      select: { _next: { title: true } },
    })
    assert.deepEqual(slim, { _next: { title: 'Harbour, at dawn' } })
  })

  it('returns other languages, formats and spaces', async () => {
    const { client } = bench
    const japanese = await client.list({ model: 'article', lang: 'ja', contains: '港' })
    assert.deepEqual(
      japanese.data.map(({ title }) => title),
      ['港'],
    )
    const both = await client.list({ model: 'article', lang: 'ja', langFallback: true })
    assert.equal(both.total, 2)
    const formatted = await client.get(first, {
      model: 'article',
      formats: {
        body: 'markdown',
        author: { bio: 'text' },
        links: { note: 'text' },
        blocks: { quote: { by: { bio: 'text' } } },
      },
    })
    assert.equal(formatted.body?.startsWith('## Boats'), true)
    assert.equal(formatted.author?.bio, 'Writes, a lot')
    assert.equal(formatted.links[0]?.note, 'x')
    const [block] = formatted.blocks
    assert.equal(block?.luid === 'quote' && block.fields.by?.bio, 'Writes, a lot')
    assert.equal((await client.list({ space: ['_parent', 'tokyo'] })).total, 5)
    assert.equal((await client.list({ space: 'tokyo' })).total, 0)
  })

  it('does not find an item of another model', async () => {
    await assert.rejects(bench.client.get(author, { model: 'article', select: { title: true } }), {
      name: 'OctavoError',
      status: 404,
      code: 'Not Found',
      detail: `item ${author} has the model author`,
    })
  })

  it('reports every problem of a rejected request', async () => {
    const untyped = bench.clientWith({}) as unknown as { list(options: object): Promise<unknown> }
    const error: unknown = await untyped
      .list({ where: { nope: { eq: '1' } }, depth: 9 })
      .catch((reason: unknown) => reason)
    assert.ok(error instanceof OctavoError)
    assert.deepEqual([error.status, error.code], [400, 'BadRequest'])
    assert.deepEqual(error.problems.map(({ path }) => path).toSorted(), ['depth', 'nope[eq]'])
    assert.match(error.message, /^400 BadRequest: .*nope\[eq\]/)
    await assert.rejects(bench.clientWith({ key: 'wrong' }).list(), {
      status: 401,
      code: 'Unauthorized',
    })
    await assert.rejects(bench.client.get(999_999), { status: 404, code: 'Not Found' })
  })
})
