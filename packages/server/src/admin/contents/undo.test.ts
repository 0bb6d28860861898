import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { undoTime } from '../../content/undo.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'

testApps('undoing a publication or its end', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let reader: string

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    reader = await app.createKey({ reads: 'published', writesContents: false })
  })

  async function make(languages: Record<string, object>, space = '_parent'): Promise<number> {
    const values = Object.entries(languages).map(([key, fields]) => [key, { fields }] as const)
    const body = { model: 'article', space, languages: Object.fromEntries(values) }
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }

  async function save(id: number, language: string, fields: object): Promise<void> {
    const body = { languages: { [language]: { fields, expected: null } } }
    const { status, text } = await owner.call('saveItem', { params: { id }, body })
    assert.equal(status, 200, text)
    app.clock.now += 1000
  }

  const read = async (id: number): Promise<EditableItem> =>
    (await owner.call('readItem', { params: { id } })).json

  /** Everything that an editor and a site see of an item, except who changed it last. */
  async function stateOf(id: number): Promise<unknown> {
    const { changedAt: _at, changedBy: _by, translations: _made, ...item } = await read(id)
    const seen = await Promise.all(
      ['en', 'ja'].map((lang) => app.call('GET', `/contents/${id}?lang=${lang}`, { key: reader })),
    )
    return [item, ...seen.map(({ status, json }) => [status, json])]
  }

  async function change(ids: number[], action: string, language: string | null = null) {
    const body = { action, ids, language }
    const { status, json, text } = await owner.call('changeItems', { body })
    assert.equal(status, 200, text)
    app.clock.now += 1000
    return json.results.map((result) => ({ id: result.id, languages: result.undo ?? {} }))
  }

  async function undo(items: { id: number; languages: object }[], caller = owner) {
    const { status, json, text } = await caller.call('undoItems', { body: { items } })
    assert.equal(status, 200, text)
    return json.results
  }
  const refusals = (results: Awaited<ReturnType<typeof undo>>) =>
    results.flatMap(({ problems }) => problems.map(({ path, code }) => `${path} ${code}`))

  it('restores exactly what was public and what was a draft, in each language', async () => {
    const id = await make({ en: { title: 'One' }, ja: { title: '一' } })
    const draft = await stateOf(id)
    const first = await change([id], 'publish')
    assert.deepEqual(Object.keys(first[0]?.languages ?? {}), ['en', 'ja'])
    assert.deepEqual(refusals(await undo(first)), [])
    assert.deepEqual(await stateOf(id), draft)

    await change([id], 'publish', 'en')
    await save(id, 'en', { title: 'Two' })
    const both = await stateOf(id)
    assert.deepEqual(refusals(await undo(await change([id], 'publish'))), [])
    assert.deepEqual(await stateOf(id), both)
    assert.deepEqual(refusals(await undo(await change([id], 'unpublish'))), [])
    assert.deepEqual(await stateOf(id), both)

    const one = await change([id], 'publish', 'ja')
    assert.deepEqual(Object.keys(one[0]?.languages ?? {}), ['ja'])
    assert.deepEqual(refusals(await undo(one)), [])
    assert.deepEqual(await stateOf(id), both)
  })

  it('restores a removed language', async () => {
    const id = await make({ en: { title: 'One' }, ja: { title: '一' } })
    await change([id], 'publish')
    const whole = await read(id)
    const original = await stateOf(id)
    const body = { action: 'removeLanguage', language: 'ja' }
    const { json: after } = await owner.call('changeItem', { params: { id }, body })
    const versions = after.languages.filter(
      ({ version }, index) => version !== whole.languages[index]?.version,
    )
    const languages = Object.fromEntries(versions.map((one) => [one.language, one.version]))
    assert.deepEqual(Object.keys(languages), ['ja'])
    assert.deepEqual(refusals(await undo([{ id, languages }])), [])
    assert.deepEqual(await stateOf(id), original)
  })

  it('restores the schedules of a removed language', async () => {
    const id = await make({ en: { title: 'One' }, ja: { title: '一' } })
    await change([id], 'publish')
    await save(id, 'ja', { title: '二' })
    const at = (hours: number): string =>
      new Date(app.clock.now + hours * 60 * 60 * 1000).toISOString()
    for (const plan of [
      { language: 'ja', publishAt: at(5), unpublishAt: at(9) },
      { language: 'en', unpublishAt: at(7) },
    ]) {
      const { status, text } = await owner.call('scheduleItem', { params: { id }, body: plan })
      assert.equal(status, 200, text)
    }
    const original = await read(id)
    assert.equal(original.schedules.length, 3)
    const body = { action: 'removeLanguage', language: 'ja' }
    const { json: after } = await owner.call('changeItem', { params: { id }, body })
    assert.deepEqual(
      after.schedules.map(({ language }) => language),
      ['en'],
    )
    const version = after.languages.find(({ language }) => language === 'ja')?.version ?? ''
    assert.deepEqual(refusals(await undo([{ id, languages: { ja: version } }])), [])
    assert.deepEqual((await read(id)).schedules, original.schedules)
  })

  it('is refused when something changed since, and changes nothing', async () => {
    const id = await make({ en: { title: 'One' } })
    const undoable = await change([id], 'publish')
    await save(id, 'en', { title: 'Theirs' })
    const changed = await stateOf(id)
    assert.deepEqual(refusals(await undo(undoable)), ['languages.en changedSince'])
    assert.deepEqual(await stateOf(id), changed)

    const again = await change([id], 'publish')
    assert.deepEqual(refusals(await undo(undoable)), ['languages.en changedSince'])
    await change([id], 'archive')
    assert.deepEqual(refusals(await undo(again)), ['languages.en changedSince'])
    await change([id], 'restore')
    assert.deepEqual(refusals(await undo(again)), [])
    assert.deepEqual(refusals(await undo(again)), ['languages.en changedSince'])
  })

  it('is refused after an hour, and after a change of the schema', async () => {
    const id = await make({ en: { title: 'One' } })
    const late = await change([id], 'publish')
    app.clock.now += undoTime
    assert.deepEqual(refusals(await undo(late)), ['languages.en changedSince'])
    const early = await change([id], 'unpublish')
    const { version } = writeRoot
    await app.applyTestSchema({ ...writeRoot, version: version + 7 })
    assert.deepEqual(refusals(await undo(early)), ['languages.en changedSince'])
  })

  it('is refused if another item has taken a unique value since', async () => {
    const one = await make({ en: { title: 'One', slug: 'taken' } })
    await change([one], 'publish')
    const undoable = await change([one], 'unpublish')
    const other = await make({ en: { title: 'Other', slug: 'taken' } })
    await change([other], 'publish')
    const [result] = await undo(undoable)
    assert.equal(result?.isDone, false)
    assert.deepEqual(
      result?.problems.map(({ path }) => path),
      ['languages.en.fields.slug'],
    )
  })

  it('restores an item only from where the action has put it', async () => {
    const id = await make({ en: { title: 'One' } })
    const restore = async (from: string) => {
      const { status, json, text } = await owner.call('changeItems', {
        body: { action: 'restore', ids: [id], from },
      })
      assert.equal(status, 200, text)
      return json.results.flatMap(({ problems }) => problems.map(({ code }) => code))
    }
    const places = async () => {
      const { archivedAt, deletedAt } = await read(id)
      return [archivedAt !== null && 'archive', deletedAt !== null && 'trash'].filter(Boolean)
    }
    await change([id], 'archive')
    await change([id], 'delete')
    assert.deepEqual(await restore('archive'), ['itemInTrash'])
    assert.deepEqual(await places(), ['archive', 'trash'])
    await change([id], 'restore')
    assert.deepEqual(await restore('trash'), ['itemNotInTrash'])
    assert.deepEqual(await places(), ['archive'])
    assert.deepEqual(await restore('archive'), [])
    assert.deepEqual(await places(), [])
  })

  it('handles each of many items independently', async () => {
    const ids = [await make({ en: { title: 'A' } }), await make({ en: { title: 'B' } })]
    const undoable = await change(ids, 'publish')
    await save(ids[0] ?? 0, 'en', { title: 'Changed' })
    const results = await undo([...undoable, { id: 999_999, languages: { en: 'x' } }])
    assert.deepEqual(
      results.map(({ isDone }) => isDone),
      [false, true, false],
    )
    assert.equal((await read(ids[1] ?? 0)).languages[0]?.status, 'draft')
  })

  it('needs the role that may publish, and access to the space', async () => {
    const id = await make({ en: { title: 'Osaka' } }, 'osaka')
    const undoable = await change([id], 'publish')
    const writer = await memberOf(app, owner, 'writer')
    const elsewhere = await memberOf(app, owner, 'editor', ['tokyo'])
    assert.deepEqual(refusals(await undo(undoable, writer)), [' draftsOnly'])
    assert.deepEqual(refusals(await undo(undoable, elsewhere)), [' itemGone'])
    assert.equal((await read(id)).languages[0]?.status, 'published')
  })

  it('keeps no copy of erased values', async () => {
    const id = await make({ en: { title: 'Secret' } })
    await change([id], 'publish')
    const undoable = await change([id], 'unpublish')
    const body = { fields: ['title'] }
    const { status, text } = await owner.call('eraseValues', { params: { id }, body })
    assert.equal(status, 200, text)
    assert.deepEqual(refusals(await undo(undoable)), ['languages.en changedSince'])
    assert.deepEqual(await app.deps.store.read((tx) => tx.undos.ofItem(id)), [])
  })
})
