import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { EditableItem, ItemAction } from '@octavo/schema/admin/items.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../testing/studio-caller.ts'

testApps('content in Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function make(
    fields: object,
    {
      model = 'article',
      space = '_parent',
      ja,
    }: { model?: string; space?: string; ja?: object } = {},
  ): Promise<EditableItem> {
    const languages = { en: { fields }, ...(ja && { ja: { fields: ja } }) }
    const { status, json, text } = await owner.call('createItem', {
      body: { model, space, languages },
    })
    assert.equal(status, 200, text)
    return json
  }

  async function change(id: number, action: ItemAction, rest: object = {}): Promise<EditableItem> {
    const response = await owner.call('changeItem', { params: { id }, body: { action, ...rest } })
    assert.equal(response.status, 200, response.text)
    return response.json
  }

  const language = (item: EditableItem, key: string) => {
    const found = item.languages.find((candidate) => candidate.language === key)
    assert.ok(found)
    return found
  }

  it('returns an item for editing: every language, both stages, its creator and its references', async () => {
    const author = await make({ name: 'Ann' }, { model: 'author' })
    const made = await make(
      { title: 'One', author: author.id, tags: ['sea'] },
      { ja: { title: '一' } },
    )
    await change(made.id, 'publish', { language: 'en' })
    const { json: item } = await owner.call('readItem', { params: { id: made.id } })
    assert.deepEqual(
      item.languages.map(({ language: key, status, draft, published }) => [
        key,
        status,
        draft?.fields ?? null,
        published?.fields ?? null,
      ]),
      [
        ['en', 'published', null, { title: 'One', tags: ['sea'], author: author.id }],
        ['ja', 'draft', { title: '一' }, null],
      ],
    )
    assert.equal(item.items[author.id]?.title, 'Ann')
    assert.equal(item.createdBy?.name, 'owner@example.com')
    assert.deepEqual([item.model, item.space, item.title], ['article', '_parent', 'One'])
  })

  it('saves only the given fields, and rejects overwriting a version that the sender has not read', async () => {
    const made = await make({ title: 'Mine', lead: 'kept' }, { ja: { title: '私の' } })
    const { version } = language(made, 'en')
    const save = (languages: object) =>
      owner.call('saveItem', { params: { id: made.id }, body: { languages } })
    const theirs = await save({ en: { fields: { title: 'Theirs' }, expected: version } })
    assert.equal(theirs.status, 200, theirs.text)
    assert.deepEqual(language(theirs.json, 'en').draft?.fields, { title: 'Theirs', lead: 'kept' })

    const mine = await save({ en: { fields: { title: 'Mine again' }, expected: version } })
    assert.equal(mine.status, 412)
    const conflict = mine.json as unknown as AdminError
    assert.deepEqual(
      conflict.problems.map(({ path }) => path),
      ['languages.en'],
    )
    assert.ok(conflict.current)
    assert.equal(language(conflict.current, 'en').draft?.fields['title'], 'Theirs')

    const other = language(made, 'ja').version
    const elsewhere = await save({ ja: { fields: { lead: '別' }, expected: other } })
    assert.equal(elsewhere.status, 200, 'another language does not conflict')
    const forced = await save({ en: { fields: { title: 'Mine again' }, expected: null } })
    assert.equal(language(forced.json, 'en').draft?.fields['title'], 'Mine again')
  })

  it('reports every problem at its field, before and at publication', async () => {
    const made = await make({ slug: 'Not a slug' }, { ja: { title: '字'.repeat(21) } })
    const paths = made.problems.map(({ path }) => path).toSorted()
    const wanted = [
      'languages.en.fields.slug',
      'languages.en.fields.title',
      'languages.ja.fields.title',
    ]
    assert.deepEqual(paths, wanted)
    const refused = await owner.call('changeItem', {
      params: { id: made.id },
      body: { action: 'publish' },
    })
    assert.equal(refused.status, 400)
    const { problems } = refused.json as unknown as AdminError
    assert.deepEqual(problems.map(({ path }) => path).toSorted(), wanted)
    const wrong = await owner.call('saveItem', {
      params: { id: made.id },
      body: {
        languages: {
          en: { fields: { kind: 'none', _id: 1, links: [{ to: 9999 }] }, expected: null },
        },
      },
    })
    assert.deepEqual(
      (wrong.json as unknown as AdminError).problems.map(({ path }) => path),
      ['languages.en.fields._id', 'languages.en.fields.kind', 'languages.en.fields.links[0].to'],
    )
  })

  it('goes through every state and back', async () => {
    const { id } = await make({ title: 'States' })
    const statuses: [ItemAction, string | null, string][] = [
      ['publish', 'published', 'active'],
      ['addDraft', 'published_draft', 'active'],
      ['discardDraft', 'published', 'active'],
      ['addDraft', 'published_draft', 'active'],
      ['publish', 'published', 'active'],
      ['unpublish', 'draft', 'active'],
      ['archive', 'draft', 'archived'],
      ['restore', 'draft', 'active'],
      ['delete', 'draft', 'trash'],
      ['restore', 'draft', 'active'],
    ]
    for (const [action, status, state] of statuses) {
      const item = await change(id, action)
      const inactive = item.deletedAt ? 'trash' : 'archived'
      const now = item.deletedAt || item.archivedAt ? inactive : 'active'
      assert.deepEqual([language(item, 'en').status, now], [status, state], action)
    }
    const { json } = await owner.call('listHistory', { params: { id }, query: { limit: '100' } })
    assert.equal(json.deeds.length, statuses.length + 1)
    assert.equal(json.deeds.at(-1)?.action, 'create')
    const page = await owner.call('listHistory', { params: { id }, query: { limit: '2' } })
    assert.equal(page.json.deeds.length, 2)
    const more = await owner.call('listHistory', {
      params: { id },
      query: { limit: '2', before: String(page.json.next) },
    })
    assert.equal(more.json.deeds[0]?.seq, json.deeds[2]?.seq)
  })

  it('rejects a change of state that is based on old data', async () => {
    const made = await make({ title: 'Old' })
    const expected = { en: language(made, 'en').version }
    await owner.call('saveItem', {
      params: { id: made.id },
      body: { languages: { en: { fields: { title: 'New' }, expected: expected.en } } },
    })
    const response = await owner.call('changeItem', {
      params: { id: made.id },
      body: { action: 'publish', expected },
    })
    assert.equal(response.status, 412)
    const { current } = response.json as unknown as AdminError
    assert.equal(current && language(current, 'en').draft?.fields['title'], 'New')
  })

  it('creates one item when the same request is sent twice', async () => {
    const body = { model: 'author', languages: { en: { fields: {} } }, requestId: 'r1' }
    const first = await owner.call('createItem', { body })
    const second = await owner.call('createItem', { body })
    assert.equal(first.json.id, second.json.id)
  })

  it('parses one item of a list at a time, because texts may be long', async (t) => {
    const body = `<p>${'海'.repeat(50_000)}</p>`
    const author = await make({ name: 'Long' }, { model: 'author' })
    const titles = Array.from({ length: 10 }, (_, index) => `海 ${index}`)
    for (const title of titles) await make({ title, author: author.id, body })
    const query = {
      model: 'article',
      'author._id[eq]': String(author.id),
      columns: 'body,title',
      order: '_id',
    }
    const parse = t.mock.method(JSON, 'parse')
    const { json, status, text } = await owner.call('listContents', { query })
    assert.equal(status, 200, text)
    assert.deepEqual(
      json.rows.map(({ title, cells }) => [title, cells]),
      titles.map((title) => [title, { body: `${'海'.repeat(200)}…`, title }]),
    )
    const lengths = parse.mock.calls.map(({ arguments: [source] }) => source.length)
    assert.ok(Math.max(...lengths) > body.length - 10, 'an item')
    // A stored document has the text in three formats.
    assert.ok(Math.max(...lengths) < 4 * body.length, 'not the whole list')
  })

  it('lists items with the operators of the API, with columns and the languages of each row', async () => {
    const author = await make({ name: 'Columns' }, { model: 'author' })
    const long = 'long '.repeat(100)
    const made = await make(
      { title: 'Listed', author: author.id, body: `<p>${long}</p>` },
      { ja: {} },
    )
    await change(made.id, 'publish', { language: 'en' })
    const { json, status, text } = await owner.call('listContents', {
      query: { model: 'article', 'author._id[eq]': String(author.id), columns: 'author,body,none' },
    })
    assert.equal(status, 200, text)
    const [row] = json.rows
    assert.equal(json.total, 1)
    assert.deepEqual(row?.cells['author'], { _id: author.id, _title: 'Columns', _model: 'author' })
    assert.equal(row?.cells['body'], `${long.slice(0, 200)}…`)
    assert.equal(row?.cells['none'], null)
    assert.deepEqual(row?.languages, [
      { language: 'en', status: 'published', isOutdated: false },
      { language: 'ja', status: 'draft', isOutdated: false },
    ])
    const inJapanese = await owner.call('listContents', {
      query: { model: 'author', '_id[eq]': String(author.id), lang: 'ja' },
    })
    assert.equal(inJapanese.json.rows[0]?.language, 'en', 'falls back')
    const bad = await owner.call('listContents', { query: { 'nothing[eq]': '1', limit: '0' } })
    assert.equal(bad.status, 400)
    assert.deepEqual(
      (bad.json as unknown as AdminError).problems.map(({ path }) => path).toSorted(),
      ['limit', 'nothing[eq]'],
    )
    const ids = await owner.call('listContentIds', {
      query: { model: 'article', contains: 'Listed' },
    })
    assert.deepEqual(ids.json, { total: 1, ids: [made.id] })
  })

  it('lists the archive and the trash', async () => {
    const { id } = await make({ title: 'Inactive' })
    await change(id, 'archive')
    const archived = await owner.call('listContents', { query: { state: 'archived' } })
    assert.deepEqual(
      archived.json.rows.map(({ id: rowId, title, languages }) => [rowId, title, languages.length]),
      [[id, 'Inactive', 1]],
    )
    await change(id, 'delete')
    const trash = await owner.call('listContents', { query: { state: 'trash', model: 'article' } })
    assert.deepEqual([trash.json.total, trash.json.rows[0]?.id], [1, id])
    const empty = await owner.call('listContents', { query: { state: 'archived' } })
    assert.equal(empty.json.total, 0)
    await change(id, 'restore')
    assert.equal((await change(id, 'restore')).archivedAt, null)
  })

  it('changes many items and returns a result for each', async () => {
    const good = await make({ title: 'Good' })
    const bad = await make({})
    const { json } = await owner.call('changeItems', {
      body: { action: 'publish', ids: [good.id, bad.id, 999_999] },
    })
    assert.deepEqual(
      json.results.map(({ id, isDone, problems }) => [id, isDone, problems[0]?.path]),
      [
        [good.id, true, undefined],
        [bad.id, false, 'languages.en.fields.title'],
        [999_999, false, ''],
      ],
    )
  })

  it('lists all items that refer to an item, from any kind of field', async () => {
    const target = await make({ name: 'Target' }, { model: 'author' })
    const embed = `<p>x</p><div data-service-ftelm="content" data-service-content-id="${target.id}"></div>`
    const pointing = [
      await make({ title: 'field', author: target.id }),
      await make({ title: 'repeat', links: [{ to: target.id }] }),
      await make({
        title: 'nested',
        blocks: [{ luid: 'quote', fields: { sources: [{ page: target.id }] } }],
      }),
      await make({ title: 'text', body: embed }),
      await make({ title: 'translation' }, { ja: { links: [{ to: target.id }] } }),
    ]
    await change(pointing[0]?.id ?? 0, 'archive')
    const list = (query: { limit?: string; offset?: string } = {}) =>
      owner.call('listReferrers', { params: { id: target.id }, query })
    const { json } = await list()
    assert.deepEqual(
      json.rows.map(({ title, state, places }) => [title, state, places[0]?.path]).toReversed(),
      [
        ['field', 'archived', 'author'],
        ['repeat', 'active', 'links[0].to'],
        ['nested', 'active', 'blocks[0].fields.sources[0].page'],
        ['text', 'active', 'body'],
        ['translation', 'active', 'links[0].to'],
      ],
    )
    const second = await list({ limit: '2', offset: '2' })
    assert.deepEqual([second.json.total, second.json.rows.length], [5, 2])
    const [, repeat] = pointing
    await owner.call('saveItem', {
      params: { id: repeat?.id ?? 0 },
      body: { languages: { en: { fields: { links: [] }, expected: null } } },
    })
    await change(pointing[2]?.id ?? 0, 'delete')
    assert.equal((await list()).json.total, 3)
    const labels = await owner.call('readLabels', { query: { items: `${target.id},999999` } })
    assert.deepEqual(Object.keys(labels.json.items), [String(target.id)])
  })

  it('lists the items that refer to any of several, except those themselves', async () => {
    const targets = [
      await make({ name: 'One' }, { model: 'author' }),
      await make({ name: 'Two' }, { model: 'author' }),
    ]
    const [one, two] = targets.map(({ id }) => id)
    const both = await make({ title: 'both', author: one, links: [{ to: two }] })
    const second = await make({ title: 'second', author: two }, { space: 'tokyo' })
    const referrers = async (ids: unknown[], caller = owner) =>
      (await caller.call('findReferrers', { body: { kind: 'item', ids } })).json.rows.map(
        ({ title, places }) => [title, places.map(({ path }) => path)],
      )
    assert.deepEqual(await referrers([one, two]), [
      ['second', ['author']],
      ['both', ['author', 'links[0].to']],
    ])
    assert.deepEqual(await referrers([one, two, both.id]), [['second', ['author']]])
    assert.deepEqual(await referrers([both.id, second.id]), [])
    const inTokyo = await memberOf(app, owner, 'editor', ['tokyo'])
    assert.deepEqual(await referrers([one, two], inTokyo), [['second', ['author']]])
    const tooMany = { kind: 'item', ids: Array.from({ length: 10_001 }, (_, index) => index + 1) }
    assert.equal((await owner.call('findReferrers', { body: tooMany })).status, 400)
  })

  it('duplicates items, and limits members to their spaces', async () => {
    const inTokyo = await make({ title: 'Tokyo', slug: 'tokyo' }, { space: 'tokyo' })
    const copy = await owner.call('duplicateItem', { params: { id: inTokyo.id } })
    assert.deepEqual([copy.json.space, copy.json.title], ['tokyo', 'Tokyo'])
    // The copy needs a unique value of its own before it can be published.
    assert.equal(copy.json.languages[0]?.draft?.fields['slug'], undefined)
    const inOsaka = await memberOf(app, owner, 'editor', ['osaka'])
    const refused = await inOsaka.call('createItem', {
      body: { model: 'article', space: 'tokyo', languages: { en: { fields: {} } } },
    })
    assert.equal(refused.status, 403)
    const own = await inOsaka.call('createItem', {
      body: { model: 'article', space: 'osaka', languages: { en: { fields: {} } } },
    })
    assert.equal(own.status, 200, own.text)
    const list = await inOsaka.call('listContents')
    assert.deepEqual(
      list.json.rows.map(({ id }) => id),
      [own.json.id],
    )
  })
})
