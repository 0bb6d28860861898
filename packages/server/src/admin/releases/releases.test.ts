import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { Release } from '@octavo/schema/admin/releases.ts'
import { createDueRunner } from '../../content/schedules/run-due.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../../testing/studio-caller.ts'

const soon = '2026-11-14T01:00:00.000Z'

testApps('releases in Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let reader: string
  let releases = 0

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    reader = await app.createKey({ reads: 'published', writesContents: false, writesMedia: false })
  })

  async function make(fields: object = { title: 'One' }, space = '_parent'): Promise<number> {
    const body = { model: 'article', space, languages: { en: { fields } } }
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }

  const edit = (id: number, fields: object) =>
    owner.call('saveItem', {
      params: { id },
      body: { languages: { en: { fields, expected: null } } },
    })

  const publishItem = (id: number) =>
    owner.call('changeItem', { params: { id }, body: { action: 'publish' } })

  /** What published readers see. */
  const shown = async (id: number) => {
    const { status, json } = await app.call('GET', `/contents/${id}`, { key: reader })
    return status === 200 ? (json as { title: string }).title : null
  }

  async function open(...ids: number[]): Promise<string> {
    const luid = `r${++releases}`
    const { status, text } = await owner.call('createRelease', { body: { luid } })
    assert.equal(status, 200, text)
    if (ids.length > 0) await add(luid, { ids })
    return luid
  }

  async function add(release: string, body: object): Promise<void> {
    const { status, text } = await owner.call('addToRelease', { params: { release }, body })
    assert.equal(status, 200, text)
  }

  const publish = (release: string, body: object = {}, caller = owner) =>
    caller.call('publishRelease', { params: { release }, body })

  async function published(release: string, body: object = {}): Promise<Release> {
    const { status, text, json } = await publish(release, body)
    assert.equal(status, 200, text)
    return json
  }

  const messages = ({ status, text }: { status: number; text: string }): unknown[] => [
    status,
    ...(JSON.parse(text) as AdminError).problems.map(({ path, message }) =>
      path === '' ? message : `${path}: ${message}`,
    ),
  ]

  const reset = (): void => void (app.clock.now = Date.UTC(2026, 10, 14))

  it('can be undone if an item that it deletes was in the trash before', async () => {
    const [gone, other] = [await make(), await make({ title: 'Other' })]
    await publishItem(other)
    await edit(other, { title: 'Other two' })
    const release = await open(other)
    await add(release, { ids: [gone], action: 'delete' })
    app.clock.now += 1_000
    await owner.call('changeItem', { params: { id: gone }, body: { action: 'delete' } })
    app.clock.now += 1_000
    await published(release)
    app.clock.now += 1_000
    const { status, text } = await owner.call('undoRelease', { params: { release } })
    assert.equal(status, 200, text)
    assert.equal(await shown(other), 'Other')
    const { json } = await owner.call('readItem', { params: { id: gone } })
    assert.notEqual(json.deletedAt, null)
  })

  it('have their names in the audit log', async () => {
    const luid = await open()
    await owner.call('changeRelease', { params: { release: luid }, body: { name: 'Autumn' } })
    const { json } = await owner.call('listAuditEntries', { query: { kind: 'release' } })
    assert.deepEqual(
      json.deeds.slice(0, 2).map(({ subject }) => subject),
      ['Autumn', 'Autumn'],
    )
  })

  it('publish copies of drafts together, and can be undone', async () => {
    reset()
    const [first, second] = [await make(), await make({ title: 'Two' })]
    await publishItem(second)
    await edit(second, { title: 'Two b' })
    const luid = await open(first, second)
    await edit(second, { title: 'Two c' })
    app.clock.now += 1000
    const release = await published(luid)
    assert.deepEqual([release.state, release.items], ['published', 2])
    assert.deepEqual([await shown(first), await shown(second)], ['One', 'Two b'])
    const { json } = await owner.call('readItem', { params: { id: second } })
    assert.equal(json.languages[0]?.draft?.fields['title'], 'Two c')
    app.clock.now += 1000
    const undone = await owner.call('undoRelease', { params: { release: luid } })
    assert.equal(undone.json.state, 'open', undone.text)
    assert.deepEqual([await shown(first), await shown(second)], [null, 'Two'])
    const { json: draft } = await owner.call('readItem', { params: { id: first } })
    assert.equal(draft.languages[0]?.draft?.fields['title'], 'One')
    await published(luid)
    assert.deepEqual([await shown(first), await shown(second)], ['One', 'Two b'])
  })

  it('show what they change, with the references of both sides', async () => {
    reset()
    const [old, target] = [await make({ title: 'Old target' }), await make({ title: 'Target' })]
    const id = await make({ title: 'One', links: [{ to: old }] })
    await publishItem(id)
    await edit(id, { title: 'Two', links: [{ to: target }] })
    const luid = await open(id)
    await add(luid, { ids: [old], action: 'delete' })
    await edit(id, { title: 'Three', links: null })
    const changesOf = async (item: number) => {
      const params = { release: luid, id: item }
      const { status, json, text } = await owner.call('readReleaseItem', { params })
      assert.equal(status, 200, text)
      return json
    }
    const language = {
      language: 'en',
      action: 'publish',
      fields: { title: 'Two', links: [{ to: target }] },
      published: { title: 'One', links: [{ to: old }] },
    }
    for (const isPublished of [false, true]) {
      if (isPublished) await published(luid)
      const { languages, items } = await changesOf(id)
      assert.deepEqual(languages, [language])
      const states = [old, target].map((one) => [items[one]?.title, items[one]?.state])
      const gone = isPublished ? 'trash' : 'active'
      assert.deepEqual(states, [
        ['Old target', gone],
        ['Target', 'active'],
      ])
    }
    const { languages } = await changesOf(old)
    const deletion = { language: null, action: 'delete', fields: null, published: null }
    assert.deepEqual(languages, [deletion])
  })

  it('publish nothing if one change is not possible', async () => {
    reset()
    const [good, bad, gone] = [await make(), await make({ title: '' }), await make()]
    const luid = await open(good, bad, gone)
    await owner.call('changeItem', { params: { id: gone }, body: { action: 'delete' } })
    const problems = [`item ${bad}, fields.title: is required`, `item ${gone} is in the trash`]
    assert.deepEqual(messages(await publish(luid)), [400, ...problems])
    const check = await owner.call('validateRelease', { params: { release: luid } })
    assert.equal(check.json.problems.length, 2, check.text)
    assert.equal(await shown(good), null)
    assert.deepEqual(messages(await publish(await open())), [400, 'the release has no items'])
  })

  it('let items exchange unique values', async () => {
    reset()
    const [first, second] = [
      await make({ title: 'One', slug: 'x' }),
      await make({ title: 'Two', slug: 'y' }),
    ]
    for (const id of [first, second]) await publishItem(id)
    await edit(first, { slug: 'y' })
    await edit(second, { slug: 'x' })
    app.clock.now += 1000
    const luid = await open(first, second)
    await published(luid)
    const third = await make({ title: 'Three', slug: 'x' })
    assert.deepEqual(messages(await publish(await open(third))), [
      400,
      `item ${third}, fields.slug: must be unique; item ${second} has the same value`,
    ])
    const { status, text } = await owner.call('undoRelease', { params: { release: luid } })
    assert.equal(status, 200, text)
  })

  it('report what was published meanwhile, and overwrite it on request', async () => {
    reset()
    const id = await make()
    const luid = await open(id)
    await edit(id, { title: 'Other' })
    app.clock.now += 1000
    await publishItem(id)
    const conflict = `item ${id} was published in en after it was added to the release; add it again, or overwrite what is published`
    assert.deepEqual(messages(await publish(luid)), [400, conflict])
    const { json } = await owner.call('listReleaseEntries', { params: { release: luid } })
    assert.ok(json.rows[0]?.conflict)
    await published(luid, { isOverwriting: true })
    assert.equal(await shown(id), 'One')
  })

  it('follow each other with different content of one item', async () => {
    reset()
    const id = await make()
    const first = await open(id)
    await edit(id, { title: 'Two' })
    const second = await open(id)
    app.clock.now += 1000
    await published(first)
    assert.equal(await shown(id), 'One')
    app.clock.now += 1000
    await published(second)
    assert.equal(await shown(id), 'Two')
    const undo = await owner.call('undoRelease', { params: { release: first } })
    const since = `item ${id} has changed since the release (en), so it cannot be undone`
    assert.deepEqual(messages(undo), [400, since])
  })

  it('lose languages that are removed, and get them back when that is undone', async () => {
    reset()
    const id = await make()
    const saving = { languages: { ja: { fields: { title: '一' }, expected: null } } }
    await owner.call('saveItem', { params: { id }, body: saving })
    await publishItem(id)
    await owner.call('saveItem', { params: { id }, body: saving })
    await edit(id, { title: 'Two' })
    const [kept, gone, full] = [await open(id), await open(id), await open(id)]
    const entries = async (release: string) => {
      const { json } = await owner.call('listReleaseEntries', { params: { release } })
      return json.rows.map(({ item, language, action }) => [item.id, language, action])
    }
    const both = [
      [id, 'en', 'publish'],
      [id, 'ja', 'publish'],
    ]
    assert.deepEqual(await entries(kept), both)
    const body = { action: 'removeLanguage', language: 'ja' } as const
    const { json } = await owner.call('changeItem', { params: { id }, body })
    const { version } = json.languages.find(({ language }) => language === 'ja') ?? {}
    for (const release of [kept, gone, full]) {
      assert.deepEqual(await entries(release), both.slice(0, 1))
    }
    await published(gone, { isOverwriting: true })
    await add(full, { ids: [id], action: 'delete' })
    const undo = { items: [{ id, languages: { ja: version ?? '' } }] }
    const { json: undone, text } = await owner.call('undoItems', { body: undo })
    assert.deepEqual(undone.results[0]?.problems, [], text)
    assert.deepEqual(await entries(kept), both)
    assert.deepEqual(await entries(gone), both.slice(0, 1))
    assert.deepEqual(await entries(full), [[id, null, 'delete']])
    const { json: audit } = await owner.call('listAuditEntries', { query: { kind: 'release' } })
    assert.deepEqual([audit.deeds[0]?.subject, audit.deeds[0]?.action], [kept, 'add items'])
  })

  it('cannot be undone after a language that they unpublished is removed', async () => {
    reset()
    const id = await make()
    const saving = { languages: { ja: { fields: { title: '一' }, expected: null } } }
    await owner.call('saveItem', { params: { id }, body: saving })
    await publishItem(id)
    const luid = await open()
    await add(luid, { ids: [id], action: 'unpublish', language: 'ja' })
    app.clock.now += 1000
    await published(luid)
    const body = { action: 'removeLanguage', language: 'ja' } as const
    assert.equal((await owner.call('changeItem', { params: { id }, body })).status, 200)
    const undo = await owner.call('undoRelease', { params: { release: luid } })
    const since = `item ${id} has changed since the release (ja), so it cannot be undone`
    assert.deepEqual(messages(undo), [400, since])
  })

  it('unpublish and delete', async () => {
    reset()
    const [first, second] = [await make(), await make()]
    for (const id of [first, second]) await publishItem(id)
    const luid = await open()
    await add(luid, { ids: [first], action: 'unpublish' })
    await add(luid, { ids: [second], action: 'delete' })
    app.clock.now += 1000
    await published(luid)
    assert.deepEqual([await shown(first), await shown(second)], [null, null])
    const { status, text } = await owner.call('undoRelease', { params: { release: luid } })
    assert.equal(status, 200, text)
    assert.deepEqual([await shown(first), await shown(second)], ['One', 'One'])
  })

  it('are published on time, or report why not', async () => {
    reset()
    const [good, bad] = [await make(), await make()]
    const [first, second] = [await open(good), await open(bad)]
    const past = await publish(first, { at: '2026-11-13T00:00:00Z' })
    assert.deepEqual(messages(past), [400, 'at: must be in the future'])
    assert.equal((await published(first, { at: soon })).state, 'scheduled')
    await published(second, { at: soon })
    await owner.call('changeItem', { params: { id: bad }, body: { action: 'archive' } })
    const runner = createDueRunner(app.deps)
    assert.ok(Number(await runner.step()) > 0)
    app.clock.now = Date.parse(soon)
    while ((await runner.step()) === 0);
    assert.equal(await shown(good), 'One')
    const { json } = await owner.call('readRelease', { params: { release: second } })
    assert.deepEqual(
      [json.state, json.problems.map(({ message }) => message)],
      ['failed', [`item ${bad} is archived; restore it first`]],
    )
  })

  it('list references to items that readers will not see', async () => {
    reset()
    const [target, other] = [await make(), await make()]
    const links = [target, other].map((to) => ({ label: 'a', to }))
    const id = await make({ title: 'Links', links })
    const luid = await open(id, target)
    const { json } = await owner.call('validateRelease', { params: { release: luid } })
    assert.deepEqual(
      json.references.map(({ item, path, targetId }) => [item.id, path, targetId]),
      [[id, 'links[1].to', other]],
    )
  })

  it('are changed by writers, and published by those who may publish', async () => {
    reset()
    const id = await make()
    const luid = await open(id)
    const writer = await memberOf(app, owner, 'writer')
    assert.equal((await publish(luid, {}, writer)).status, 403)
    const params = { release: luid }
    const body = { ids: [await make()] }
    assert.equal((await writer.call('addToRelease', { params, body })).status, 200)
    await published(luid, { at: soon })
    assert.equal((await writer.call('addToRelease', { params, body })).status, 403)
    assert.equal((await writer.call('deleteRelease', { params })).status, 403)
  })

  it('reject invalid input', async () => {
    reset()
    const id = await make()
    const luid = await open(id)
    const adding = (body: object) => owner.call('addToRelease', { params: { release: luid }, body })
    assert.deepEqual(messages(await adding({ ids: [999_999] })), [400, 'there is no item 999999'])
    const whole = 'language: an item is deleted in all languages; leave out the language'
    const wholeBody = { ids: [id], action: 'delete', language: 'en' }
    assert.deepEqual(messages(await adding(wholeBody)), [400, whole])
    assert.deepEqual(messages(await adding({ ids: [id], action: 'unpublish' })), [
      400,
      `item ${id} is not published`,
    ])
    assert.deepEqual(messages(await publish('none')), [404, 'there is no release none'])
    assert.deepEqual(messages(await owner.call('createRelease', { body: { luid } })), [
      400,
      `luid: there is already a release ${luid}; choose another LUID`,
    ])
    const missing = { params: { release: luid }, body: { ids: [id, 999_999] } }
    assert.deepEqual(messages(await owner.call('removeFromRelease', missing)), [
      400,
      'item 999999 is not in the release',
    ])
  })
})
