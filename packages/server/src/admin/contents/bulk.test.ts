import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { EditableItem, ItemEdit } from '@octavo/schema/admin/items.ts'
import { patchItem } from '../../content/write.ts'
import { applySchema } from '../../modeling/apply.ts'
import { readSource } from '../../modeling/read-source.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, ownerOf, type StudioCaller } from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { unboundedParser } from '../../text/text-parser.ts'

testApps('editing many items at once', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function make(fields: object, space = '_parent'): Promise<EditableItem> {
    const body = { model: 'article', space, languages: { en: { fields } } }
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json
  }

  async function edit(edits: (Partial<ItemEdit> & { id: number })[], caller = owner) {
    const body = { edits: edits.map((one) => ({ language: 'en', expected: null, ...one })) }
    const { status, json, text } = await caller.call('editItems', { body })
    assert.equal(status, 200, text)
    return json.results
  }

  const read = async (id: number) => {
    const { json } = await owner.call('readItem', { params: { id } })
    const english = json.languages.find(({ language }) => language === 'en')
    assert.ok(english)
    return english
  }

  it('changes only the given fields, in drafts, and leaves published data unchanged', async () => {
    const one = await make({ title: 'One', kind: 'news' })
    const two = await make({ title: 'Two' })
    await owner.call('changeItem', { params: { id: two.id }, body: { action: 'publish' } })
    const fields = { kind: 'essay', featured: true, starts_at: '2026-11-15T00:00:00.000Z' }
    const results = await edit([one, two].map(({ id }) => ({ id, fields })))
    assert.deepEqual(
      results.map(({ id, isDone, problems }) => [id, isDone, problems]),
      [
        [one.id, true, []],
        [two.id, true, []],
      ],
    )
    assert.deepEqual((await read(one.id)).draft?.fields, { title: 'One', ...fields })
    const changed = await read(two.id)
    assert.deepEqual(changed.published?.fields, { title: 'Two' })
    assert.deepEqual(changed.draft?.fields, { title: 'Two', ...fields })
  })

  it('undoes changes: restores values, and removes drafts that did not exist before', async () => {
    const draft = await make({ title: 'Draft', kind: 'news', lead: 'stays' })
    const live = await make({ title: 'Live', kind: 'news' })
    await owner.call('changeItem', { params: { id: live.id }, body: { action: 'publish' } })
    const original = [await read(draft.id), await read(live.id)]
    const fields = { kind: 'essay', featured: true }
    const done = await edit([draft, live].map(({ id }) => ({ id, fields })))
    const undone = await edit(done.flatMap(({ undo }) => undo ?? []))
    assert.deepEqual(
      undone.map(({ isDone }) => isDone),
      [true, true],
    )
    const after = [await read(draft.id), await read(live.id)]
    assert.deepEqual(
      after.map(({ status, draft: now, published }) => [status, now?.fields, published?.fields]),
      original.map(({ status, draft: now, published }) => [status, now?.fields, published?.fields]),
    )
  })

  it('does not undo what another user saved right after it', async () => {
    const { id } = await make({ title: 'Live' })
    await owner.call('changeItem', { params: { id }, body: { action: 'publish' } })
    const { store } = app.deps
    const write = store.write.bind(store)
    const theirs = (): Promise<number> =>
      patchItem(
        { ...app.deps, texts: unboundedParser },
        {
          rootId: 1,
          spaceId: 1,
          actor: 'user:99',
          id,
          stage: 'draft',
          textFormat: 'portable_html',
          allowsMultiselect: true,
          body: { fields: { lead: 'Theirs' } },
        },
      )
    store.write = async (...given) => {
      store.write = write
      const done = await write(...given)
      await theirs()
      return done
    }
    const [done] = await edit([{ id, fields: { kind: 'essay' } }])
    const [undone] = await edit([done?.undo ?? { id }])
    assert.equal(undone?.isDone, false)
    assert.equal((await read(id)).draft?.fields['lead'], 'Theirs')
  })

  it('does not undo an item that another user has changed since', async () => {
    const { id } = await make({ title: 'Shared' })
    const [done] = await edit([{ id, fields: { kind: 'news' } }])
    await edit([{ id, fields: { title: 'Theirs' } }])
    const [undone] = await edit([done?.undo ?? { id }])
    assert.equal(undone?.isDone, false)
    assert.deepEqual(
      undone?.problems.map(({ path }) => path),
      ['languages.en'],
    )
    assert.equal((await read(id)).draft?.fields['kind'], 'news')
  })

  it('does not change items that already have the values', async () => {
    const { id } = await make({ title: 'Same', kind: 'news' })
    await owner.call('changeItem', { params: { id }, body: { action: 'publish' } })
    const [result] = await edit([{ id, fields: { kind: 'news', lead: null } }])
    assert.deepEqual([result?.isDone, result?.undo], [true, null])
    assert.equal((await read(id)).status, 'published')
  })

  it('reports every problem of every item, and changes the others', async () => {
    const good = await make({ title: 'Good' })
    const author = await owner.call('createItem', {
      body: { model: 'author', languages: { en: { fields: { name: 'Ann' } } } },
    })
    const wrong = { kind: 'none', author: 999_999, featured: 'yes' }
    const results = await edit([
      { id: good.id, fields: wrong },
      { id: author.json.id, fields: { kind: 'news' } },
      { id: 999_999, fields: { kind: 'news' } },
      { id: good.id, language: 'ja', fields: { title: '無い' } },
      { id: good.id, fields: { lead: 'done' } },
    ])
    assert.deepEqual(
      results.map(({ isDone, problems }) => [isDone, problems.map(({ path }) => path).toSorted()]),
      [
        [
          false,
          [
            'languages.en.fields.author',
            'languages.en.fields.featured',
            'languages.en.fields.kind',
          ],
        ],
        [false, ['languages.en.fields.kind']],
        [false, ['']],
        [false, ['languages.ja']],
        [true, []],
      ],
    )
    assert.deepEqual((await read(good.id)).draft?.fields, { title: 'Good', lead: 'done' })
  })

  it('gives no access to spaces that the editor may not use', async () => {
    const hidden = await make({ title: 'Hidden' }, 'osaka')
    const editor = await memberOf(app, owner, 'editor', ['tokyo'])
    const [result] = await edit([{ id: hidden.id, fields: { title: 'Seen' } }], editor)
    assert.deepEqual(
      result?.problems.map(({ path, code }) => [path, code]),
      [['', 'itemGone']],
    )
    assert.equal((await read(hidden.id)).draft?.fields['title'], 'Hidden')
  })

  it('rejects invalid edits', async () => {
    for (const body of [
      { edits: [] },
      { edits: [{ id: 1, language: 'xx', fields: {}, expected: null }] },
      { edits: [{ id: 1, language: 'en', fields: [], expected: null }] },
      {
        edits: Array.from({ length: 101 }, () => ({
          id: 1,
          language: 'en',
          fields: {},
          expected: null,
        })),
      },
    ]) {
      const { status } = await owner.call('editItems', { body })
      assert.equal(status, 400, JSON.stringify(body).slice(0, 100))
    }
  })
})

const schema = `
languages: [en, ja]
models:
  - luid: article
    fields:
      - {luid: title, type: text}
      - {luid: kind, type: select, options: [news, essay], translatable: false}
      - {luid: price, type: text, showWhen: {kind: {eq: news}}, clearWhenHidden: true}
      - {luid: data, type: json}
`

testApps('edits of many items', (freshApp) => {
  let owner: StudioCaller
  before(async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    owner = await ownerOf(app)
    const source = readSource(schema, 'schema.yaml')
    const flags = { isPrune: false, isConfirmed: true, isDryRun: false }
    await applySchema(app.deps, { rootId: 1, source, actor: 'cli', ...flags })
  })

  /** The body of a request as JSON, because JavaScript has no such numbers. */
  async function create(fields: string): Promise<number> {
    const body = `{"model":"article","space":"_parent","languages":{"en":{"fields":${fields}}}}`
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }

  async function edit(id: number, fields: string) {
    const body = `{"edits":[{"id":${id},"language":"en","expected":null,"fields":${fields}}]}`
    const { json, text } = await owner.call('editItems', { body })
    const [result] = json.results
    assert.ok(result?.isDone && result.undo, text)
    return result.undo
  }

  it('change numbers that differ only in digits that a double does not hold', async () => {
    const id = await create('{"title":"One","data":{"id":12345678901234567890}}')
    await edit(id, '{"data":{"id":12345678901234567891}}')
    const { text } = await owner.call('readItem', { params: { id } })
    assert.match(text, /12345678901234567891/)
  })

  it('are undone with the values that hiding has cleared', async () => {
    const id = await create('{"title":"One","kind":"news","price":"100"}')
    const undo = await edit(id, '{"kind":"essay"}')
    await owner.call('editItems', { body: { edits: [undo] } })
    const { json } = await owner.call('readItem', { params: { id } })
    const english = json.languages.find(({ language }) => language === 'en')
    assert.deepEqual(english?.draft?.fields, { title: 'One', kind: 'news', price: '100' })
  })
})
