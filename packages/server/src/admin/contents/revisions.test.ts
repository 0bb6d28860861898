import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../../testing/studio-caller.ts'

const hour = 60 * 60 * 1000

testApps('revisions in Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function create(fields: object, space = '_parent', model = 'article'): Promise<number> {
    const body = { model, space, languages: { en: { fields } } }
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }
  async function save(id: number, fields: object, by = owner): Promise<void> {
    app.clock.now += hour
    const body = { languages: { en: { fields, expected: null } } }
    const { status, text } = await by.call('saveItem', { params: { id }, body })
    assert.equal(status, 200, text)
  }
  const list = async (id: number, query = {}, by = owner) =>
    (await by.call('listRevisions', { params: { id }, query })).json

  it('are listed with author, kind and changed fields', async () => {
    const id = await create({ title: 'One' })
    const editor = await memberOf(app, owner, 'editor')
    await save(id, { title: 'Two', lead: 'x' }, editor)
    await owner.call('changeItem', { params: { id }, body: { action: 'publish' } })
    const { revisions, next } = await list(id)
    assert.deepEqual(
      revisions.map(({ revision, language, kind, changed, by, isCurrent }) => [
        revision,
        language,
        kind,
        changed?.map(({ luid }) => luid) ?? null,
        by.kind,
        isCurrent,
      ]),
      [
        [3, 'en', 'publish', ['title', 'lead'], 'user', true],
        [2, 'en', 'edit', ['title', 'lead'], 'user', false],
        [1, 'en', 'edit', null, 'user', false],
      ],
    )
    assert.equal(next, null)
    assert.equal(new Set(revisions.map(({ by }) => by.id)).size, 2)
    const first = await list(id, { limit: '2' })
    assert.equal(first.next, 2)
    const rest = await list(id, { limit: '2', before: '2' })
    assert.deepEqual(
      rest.revisions.map(({ revision }) => revision),
      [1],
    )
  })

  it('show their values, with the references as they are now', async () => {
    const author = await create({ name: 'Ada' }, '_parent', 'author')
    const id = await create({ title: 'One', author })
    await save(id, { title: 'Two', author: null })
    await owner.call('changeItem', { params: { id: author }, body: { action: 'delete' } })
    const params = { id, revision: 1 }
    const { json } = await owner.call('readRevision', { params })
    assert.equal(json.fields['title'], 'One')
    assert.equal(json.fields['author'], author)
    assert.equal(json.items[author]?.state, 'trash')
    const missing = await owner.call('readRevision', { params: { id, revision: 99 } })
    assert.equal(missing.status, 404)
  })

  it('are restored as a draft, completely or in part, if the version is current', async () => {
    const id = await create({ title: 'One', lead: 'a' })
    await save(id, { title: 'Two', lead: 'b' })
    await owner.call('changeItem', { params: { id }, body: { action: 'publish' } })
    const body = { revision: 1, fields: ['lead'] }
    const some = await owner.call('revertItem', { params: { id }, body })
    const [english] = some.json.languages
    assert.equal(english?.draft?.fields['title'], 'Two')
    assert.equal(english?.draft?.fields['lead'], 'a')
    assert.equal(english?.published?.fields['lead'], 'b')
    const late = { revision: 1, expected: 'x' }
    assert.equal((await owner.call('revertItem', { params: { id }, body: late })).status, 412)
    const all = { revision: 1, expected: english?.version ?? null }
    const whole = await owner.call('revertItem', { params: { id }, body: all })
    assert.equal(whole.json.languages[0]?.draft?.fields['title'], 'One')
    assert.equal((await list(id)).revisions[0]?.kind, 'revert')
    const unknown = { revision: 1, fields: ['nothing'] }
    const refused = await owner.call('revertItem', { params: { id }, body: unknown })
    assert.equal(refused.status, 400)
  })

  it('respect roles and spaces', async () => {
    const id = await create({ title: 'Hidden' }, 'osaka')
    const params = { id, revision: 1 }
    const editor = await memberOf(app, owner, 'editor', ['tokyo'])
    const viewer = await memberOf(app, owner, 'viewer')
    assert.equal((await editor.call('listRevisions', { params })).status, 404)
    assert.equal((await editor.call('readRevision', { params })).status, 404)
    const revert = { params, body: { revision: 1 } }
    assert.equal((await editor.call('revertItem', revert)).status, 404)
    assert.equal((await viewer.call('readRevision', { params })).status, 200)
    assert.equal((await viewer.call('revertItem', revert)).status, 403)
    assert.equal((await viewer.call('nameRevision', { params, body: { name: 'a' } })).status, 403)
    const erase = { params, body: { fields: null } }
    assert.equal((await editor.call('eraseValues', erase)).status, 403)
  })

  it('can be named, and values can be erased by owners', async () => {
    const id = await create({ title: 'One', lead: 'secret' })
    const params = { id, revision: 1 }
    await owner.call('nameRevision', { params, body: { name: ' First ' } })
    await save(id, { lead: 'other' })
    assert.equal((await list(id)).revisions.at(-1)?.name, 'First')
    const { status } = await owner.call('eraseValues', { params, body: { fields: ['lead'] } })
    assert.equal(status, 200)
    const { json } = await owner.call('readRevision', { params })
    assert.deepEqual([json.fields['title'], json.fields['lead']], ['One', undefined])
  })

  describe('after a field was removed', () => {
    const title = { luid: 'title', name: 'Title', type: 'text' }

    const apply = async (fields: object[]): Promise<void> => {
      const { json } = await owner.call('readSchema')
      const models = json.schema.models.filter(({ luid }) => luid !== 'guide')
      const guide = { luid: 'guide', name: 'Guide', fields }
      const schema = { ...json.schema, models: [...models, guide] } as typeof json.schema
      const change = { isPrune: true, isConfirmed: true, expectedVersion: json.version }
      const { status, text } = await owner.call('applySchema', { body: { schema, ...change } })
      assert.equal(status, 200, text)
    }

    it('name it, also in the entries of a repeat', async () => {
      const steps = {
        luid: 'steps',
        name: 'Steps',
        type: 'repeat',
        fields: [{ luid: 'label', name: 'Label', type: 'text' }],
      }
      await apply([title, steps])
      const id = await create({ title: 'One', steps: [{ label: 'Rinse' }] }, '_parent', 'guide')
      await apply([title])
      const { json } = await owner.call('readRevision', { params: { id, revision: 1 } })
      const value = [{ Label: 'Rinse' }]
      assert.deepEqual(json.others, [{ name: 'Steps', luid: 'steps', type: 'repeat', value }])
    })

    it('have the titles of the items that its values refer to', async () => {
      const next = { luid: 'next', name: 'Next', type: 'reference', models: ['guide'] }
      await apply([title, next])
      const target = await create({ title: 'Two' }, '_parent', 'guide')
      const id = await create({ title: 'One', next: target }, '_parent', 'guide')
      await apply([title])
      const { json } = await owner.call('readRevision', { params: { id, revision: 1 } })
      const other = { name: 'Next', luid: 'next', type: 'reference', value: target }
      assert.deepEqual([json.others, json.items[target]?.title], [[other], 'Two'])
    })
  })
})
