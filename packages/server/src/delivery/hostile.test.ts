/** Queries that are known to hurt such systems, each with its number in the list of attacks. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { Refusal, type ErrorKind } from '@octavo/schema/errors.ts'
import {
  draftKey,
  fillSample,
  models,
  parentKey,
  readerOf,
  sampleItem,
  type ReaderKey,
  type SampleReader,
} from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'

const name = 401
const title = 201
const author = 210
const links = 211
const blocks = 212
const label = 321
const to = 323

const [seenAuthor, draftAuthor, tokyoAuthor, archivedAuthor, changedAuthor] = [1, 2, 3, 4, 5]
const [first, second, third, fourth, fifth, hiddenArticle] = [11, 12, 13, 14, 15, 16]

const items = [
  sampleItem(seenAuthor, models.author, { published: { [name]: 'Anna' } }),
  sampleItem(draftAuthor, models.author, { draft: { [name]: 'Secret' } }),
  sampleItem(tokyoAuthor, models.author, { space: 2, published: { [name]: 'Tokyo' } }),
  sampleItem(archivedAuthor, models.author, { archived: true, published: { [name]: 'Gone' } }),
  sampleItem(changedAuthor, models.author, {
    published: { [name]: 'Old' },
    draft: { [name]: 'New' },
  }),
  sampleItem(first, models.article, { published: { [title]: 'one', [author]: seenAuthor } }),
  sampleItem(second, models.article, { published: { [title]: 'two', [author]: draftAuthor } }),
  sampleItem(third, models.article, { published: { [title]: 'three', [author]: tokyoAuthor } }),
  sampleItem(fourth, models.article, { published: { [title]: 'four', [author]: archivedAuthor } }),
  sampleItem(fifth, models.article, {
    published: { [title]: 'five', [author]: changedAuthor },
    draft: { [title]: 'draft words', [author]: seenAuthor },
    ja: { draft: { [title]: '下書き' } },
  }),
  sampleItem(hiddenArticle, models.article, { draft: { [title]: 'a hidden one' } }),
]

async function refusal(work: Promise<unknown>): Promise<{ kind: ErrorKind; message: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return { kind: error.kind, message: error.message }
    throw error
  }
  throw new Error('was not rejected')
}

onBothDatabases('hostile queries', (fresh) => {
  let reader: SampleReader

  before(async () => {
    const { store } = await fresh()
    await fillSample(store, items)
    reader = readerOf(store)
  })

  it('A1 a filter through a reference reveals nothing that the key cannot see', async () => {
    const total = async (query: string, key?: ReaderKey): Promise<number> =>
      (await reader.list(query, key)).total
    assert.equal(await total('author.name[eq]=Anna'), 1)
    assert.equal(await total('author.name[eq]=Secret'), 0)
    assert.equal(await total('author.name[eq]=Gone'), 0)
    assert.equal(await total('author.name[eq]=New'), 0)
    assert.equal(await total('author.name[eq]=Old'), 1)
    assert.equal(await total('author.name[eq]=Tokyo'), 1)
    assert.equal(await total('author.name[eq]=Tokyo', parentKey), 0)
    for (const id of [draftAuthor, archivedAuthor]) {
      assert.equal(await total(`author[eq]=${id}`), 0)
      assert.equal(await total(`author._id[in]=${id}`), 0)
    }
    assert.equal(await total(`author[eq]=${tokyoAuthor}`, parentKey), 0)
    assert.equal(await total('author._status[in]=draft,published_draft'), 0)
    assert.equal(await total('author.name[contains]=e'), 0)
  })

  it('A1 order, select, references and neighbours reveal nothing that the key cannot see', async () => {
    // Authors that the key cannot see have no name to sort by.
    const byName = async (order: string, key?: ReaderKey): Promise<number[]> =>
      (await reader.list(`model=article&order=${order}`, key)).ids
    const unseen = [second, third, fourth]
    assert.deepEqual(await byName('author.name', parentKey), [first, fifth, ...unseen])
    assert.deepEqual(await byName('-author.name', parentKey), [
      fifth,
      first,
      ...unseen.toReversed(),
    ])
    const { data } = await reader.list(
      'model=article&order=_id&select=_id,author.name&depth=1',
      parentKey,
    )
    assert.deepEqual(data, [
      { _id: first, author: { name: 'Anna' } },
      { _id: second, author: null },
      { _id: third, author: null },
      { _id: fourth, author: null },
      { _id: fifth, author: { name: 'Old' } },
    ])
    const flat = await reader.list('model=article&order=_id&select=author&depth=0', parentKey)
    assert.deepEqual(
      flat.data.map((shown) => shown['author']),
      [seenAuthor, null, null, null, changedAuthor],
    )
    const last = await reader.get(
      fifth,
      'model=article&order=_id&include=_prev,_next&select=_prev._id,_next._id',
    )
    assert.deepEqual(last, { _prev: { _id: fourth }, _next: null })
  })

  it('A2 contains searches only visible data of the requested language', async () => {
    assert.equal((await reader.list('contains=hidden')).total, 0)
    assert.equal((await reader.list('contains=draft')).total, 0)
    assert.equal((await reader.list('contains=Secret')).total, 0)
    assert.equal((await reader.list('contains=下')).total, 0)
    assert.equal((await reader.list('contains=下&lang=ja')).total, 0)
    assert.equal((await reader.list('contains=下&lang=ja', draftKey)).total, 1)
    assert.equal((await reader.list('contains=Tokyo', parentKey)).total, 0)
  })

  it('A3 every way to an item shows the same data', async () => {
    const inList = (await reader.list(`_id[eq]=${changedAuthor}&depth=0`)).data[0]
    const byId = await reader.get(changedAuthor)
    const referred = (await reader.get(fifth, 'depth=1'))['author']
    const neighbour = (
      await reader.get(seenAuthor, 'model=author&order=_id&include=_next&space=_parent')
    )['_next']
    for (const shown of [byId, referred, neighbour]) assert.deepEqual(shown, inList)
    assert.equal(byId['_status'], 'published')
  })

  it('A4 SQL quotes, operators and keywords are plain text', async () => {
    const nasty = [
      "'",
      '"',
      "' or 1=1 --",
      "');drop table entries;--",
      '%',
      '_',
      '\\',
      '*',
      'a AND b',
      '"a"',
      '$1',
      '?',
    ]
    for (const text of nasty) {
      const value = encodeURIComponent(text)
      for (const query of [
        `title[eq]=${value}`,
        `title[in]=${value},${value}`,
        `contains=${value}`,
        `title[contains]=${value}`,
        `order=${value}`,
        `select=${value}`,
        `tags[has]=${value}`,
        `_title[eq]=${value}`,
        `_model[in]=${value}`,
      ]) {
        const { total } = await reader.list(query)
        assert.ok(total === 0 || /^(order|select)/.test(query), query)
      }
      for (const query of [
        `model=${value}`,
        `lang=${value}`,
        `space=${value}`,
        `${value}[eq]=1`,
        `author[eq]=${value}`,
      ]) {
        assert.equal((await refusal(reader.list(query))).kind, 'badRequest', query)
      }
    }
    assert.equal((await reader.list('model=article')).total, 5)
  })

  it('A5 built-in JavaScript property names match no field', async () => {
    assert.equal((await refusal(reader.list('author.__proto__[eq]=1'))).kind, 'badRequest')
    for (const path of ['__proto__', 'constructor.prototype', 'hasOwnProperty', 'toString']) {
      assert.equal((await refusal(reader.list(`${path}[eq]=1`))).kind, 'badRequest', path)
      assert.equal(
        (await reader.list(`select=${path}&model=article`)).data.every(
          (one) => Object.keys(one).length === 0,
        ),
        true,
      )
      assert.equal((await reader.list(`${path}[format]=text&order=${path}`)).total, 8)
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('A5 requests beyond the limits are rejected', async () => {
    const many = (count: number, part: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => part(index)).join('&')
    const list = (count: number): string =>
      Array.from({ length: count }, (_, index) => `x${index}`).join(',')
    assert.equal((await reader.list(many(200, (index) => `utm_${index}=1`))).total, 8)
    for (const query of [
      many(201, (index) => `utm_${index}=1`),
      many(33, () => 'title[eq]=a'),
      `contains=${list(33)}`,
      `contains=${list(20)}&title[contains]=${list(13)}`,
      `title[in]=${list(101)}`,
      `select=${list(201)}`,
      'title[eq][]=1',
      'title[]=1',
      'limit=1&limit=2',
      'body[format]=text&body[format]=html',
    ]) {
      assert.equal((await refusal(reader.list(query))).kind, 'badRequest', query.slice(0, 40))
    }
    assert.equal((await reader.list(`title[in]=${list(100)}`)).total, 0)
    assert.equal((await reader.list(`select=_id,${list(199)}`)).total, 8)
    assert.equal((await reader.list(many(32, () => 'title[eq]=one'))).total, 1)
    assert.equal((await reader.list(`contains=${list(32)}`)).total, 0)
  })

  it('A5 characters that a database rejects are rejected earlier', async () => {
    const odd: [string, string][] = [
      ['title[eq]', '\0'],
      ['title[in]', 'a,\0'],
      ['contains', '\0'],
      ['title[contains]', '\ud800'],
      ['_title[eq]', '\0'],
      ['author[eq]', '99999999999999999999'],
      ['starts_at[gt]', '2026-01-01'],
      ['model', '\0'],
      ['lang', '\0'],
    ]
    for (const pair of odd)
      assert.equal((await refusal(reader.reply([pair]))).kind, 'badRequest', pair[0])
    const { body } = await reader.reply([
      ['order', '\0'],
      ['select', '\0'],
    ])
    assert.match(String(await body()), /"total":8/)
  })

  it('A17 missing and invisible items give the same error', async () => {
    const absent = await refusal(reader.get(999_999))
    for (const id of [
      draftAuthor,
      archivedAuthor,
      hiddenArticle,
      '0',
      '-1',
      'abc',
      '1e3',
      '99999999999999999999',
      '',
    ]) {
      assert.deepEqual(await refusal(reader.get(id)), absent, String(id))
    }
    assert.deepEqual(await refusal(reader.get(tokyoAuthor, '', parentKey)), absent)
    assert.deepEqual(await refusal(reader.get(first, 'lang=ja')), absent)
    const outside = await refusal(reader.list('space=tokyo', parentKey))
    assert.equal(outside.kind, 'forbidden')
    assert.deepEqual(await refusal(reader.list('space=nowhere', parentKey)), outside)
    assert.deepEqual(await refusal(reader.list('space=_parent,nowhere', parentKey)), outside)
  })
})

onBothDatabases('expensive queries', (fresh) => {
  const count = 100
  let reader: SampleReader

  before(async () => {
    const { store } = await fresh()
    const others = Array.from({ length: count }, (_, index) => index + 1)
    const circle = others.map((id) =>
      sampleItem(id, models.article, {
        published: {
          [title]: `article ${id}`,
          [links]: others.map((other) => ({ [label]: `to ${other}`, [to]: other })),
          [blocks]: [],
        },
      }),
    )
    await fillSample(store, circle)
    reader = readerOf(store)
  })

  it('A6 a fan-out of a hundred to the third is rejected before it is built', async () => {
    const { kind, message } = await refusal(reader.list('depth=3'))
    assert.equal(kind, 'badRequest')
    assert.match(message, /limit|depth|select/)
    assert.equal((await refusal(reader.list('depth=2'))).kind, 'badRequest')
  })

  it('A6 a small enough selection of it is returned', async () => {
    const { data } = await reader.list('depth=2&limit=1&select=links.to.links.to._id')
    const [shown] = data as unknown as { links: { to: { links: unknown[] } }[] }[]
    assert.equal(shown?.links.length, count)
    assert.equal(shown?.links[0]?.to.links.length, count)
    assert.equal((await reader.list('depth=3&select=_id')).ids.length, count)
  })

  it('A6 far offsets and deep paths return', async () => {
    const far = await reader.list('offset=1000000000')
    assert.deepEqual([far.total, far.ids], [count, []])
    assert.equal((await reader.list('offset=9007199254740991')).total, count)
    assert.equal((await refusal(reader.list('offset=9007199254740993'))).kind, 'badRequest')
    const path = Array.from({ length: 300 }, () => 'links').join('.')
    assert.equal((await refusal(reader.list(`${path}[eq]=1`))).kind, 'badRequest')
    assert.equal((await reader.list(`select=${path}&order=${path}`)).total, count)
    const hops = Array.from({ length: 4 }, () => 'author').join('.')
    assert.equal((await refusal(reader.list(`${hops}.name[eq]=1`))).kind, 'badRequest')
  })
})
