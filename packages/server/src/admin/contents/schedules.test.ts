import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { createDueRunner } from '../../content/schedules/run-due.ts'
import { scheduleItem } from '../../content/schedules/schedule.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../../testing/studio-caller.ts'
import { watchLoads } from '../../testing/watch-loads.ts'

const soon = '2026-11-14T01:00:00.000Z'
const later = '2026-11-14T02:00:00.000Z'

testApps('schedules in Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let reader: string

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    reader = await app.createKey({ reads: 'published', writesContents: false, writesMedia: false })
  })

  async function make(languages: object = { en: { title: 'One' } }): Promise<number> {
    const given = Object.fromEntries(
      Object.entries(languages).map(([key, fields]) => [key, { fields: fields as object }]),
    )
    const body = { model: 'article', languages: given }
    const { status, json, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }

  const schedule = (id: number, body: object, caller = owner) =>
    caller.call('scheduleItem', { params: { id }, body })

  async function scheduled(id: number, body: object): Promise<EditableItem> {
    const { status, json, text } = await schedule(id, body)
    assert.equal(status, 200, text)
    return json
  }

  const read = async (id: number): Promise<EditableItem> =>
    (await owner.call('readItem', { params: { id } })).json

  /** What published readers see. */
  const shown = async (id: number, lang = 'en') => {
    const { status, json } = await app.call('GET', `/contents/${id}?lang=${lang}`, { key: reader })
    return status === 200 ? (json as { title: string }).title : null
  }

  async function runUntil(time: string): Promise<void> {
    app.clock.now = Date.parse(time)
    const runner = createDueRunner(app.deps)
    while ((await runner.step()) === 0);
  }

  const edit = (id: number, language: string, fields: object) =>
    owner.call('saveItem', {
      params: { id },
      body: { languages: { [language]: { fields, expected: null } } },
    })

  const reset = (): void => void (app.clock.now = Date.UTC(2026, 10, 14))

  it('publish the draft as it was scheduled, and unpublish', async () => {
    reset()
    const id = await make()
    const item = await scheduled(id, { publishAt: soon, unpublishAt: later })
    assert.deepEqual(
      item.schedules.map(({ language, action, at, failedAt, isDraftNewer }) => [
        language,
        action,
        at,
        failedAt,
        isDraftNewer,
      ]),
      [
        ['en', 'publish', soon, null, false],
        ['en', 'unpublish', later, null, false],
      ],
    )
    await edit(id, 'en', { title: 'Edited' })
    assert.equal((await read(id)).schedules[0]?.isDraftNewer, true)
    await runUntil('2026-11-14T00:59:59.999Z')
    assert.equal(await shown(id), null)
    await runUntil(soon)
    assert.equal(await shown(id), 'One')
    const published = await read(id)
    assert.equal(published.languages[0]?.draft?.fields['title'], 'Edited')
    assert.equal(published.languages[0]?.lastPublishedAt, soon)
    await runUntil(later)
    assert.equal(await shown(id), null)
    assert.deepEqual((await read(id)).schedules, [])
    const { json } = await owner.call('listHistory', { params: { id } })
    assert.deepEqual(
      json.deeds.map(({ action }) => action),
      ['unpublish', 'publish', 'patch', 'schedule', 'create'],
    )
  })

  it('apply to one language, or to all as one change', async () => {
    reset()
    const id = await make({ en: { title: 'One' }, ja: { title: '一' } })
    await scheduled(id, { publishAt: soon, language: 'ja' })
    assert.deepEqual(
      (await scheduled(id, { publishAt: later })).schedules.map(({ language, at }) => [
        language,
        at,
      ]),
      [
        ['en', later],
        ['ja', later],
      ],
    )
    await runUntil(later)
    assert.deepEqual([await shown(id), await shown(id, 'ja')], ['One', '一'])
    const { json } = await owner.call('listHistory', { params: { id } })
    assert.equal(json.deeds.filter(({ action }) => action === 'publish').length, 1)
    assert.deepEqual(json.deeds[0]?.languages, ['en', 'ja'])
  })

  it('leave the item unchanged if a rule is broken when they are due, and report it', async () => {
    reset()
    const [first, second] = [
      await make({ en: { title: 'A', slug: 'same' }, ja: { title: 'あ' } }),
      await make({ en: { title: 'B', slug: 'same' } }),
    ]
    await scheduled(first, { publishAt: later })
    await scheduled(second, { publishAt: soon })
    await runUntil(later)
    assert.deepEqual([await shown(first), await shown(second)], [null, 'B'])
    // Japanese has no slug of its own, so it can be published.
    assert.equal(await shown(first, 'ja'), 'あ')
    const [failed, ...others] = (await read(first)).schedules
    assert.deepEqual(others, [])
    assert.deepEqual([failed?.failedAt, failed?.problems[0]?.code], [later, 'taken'])
    assert.equal(failed?.problems[0]?.path, 'languages.en.fields.slug')
    const { json: list } = await owner.call('listSchedules', { query: { state: 'failed' } })
    assert.deepEqual(
      list.rows.map(({ item, language }) => [item.id, language]),
      [[first, 'en']],
    )
    const { json: log } = await owner.call('listAuditEntries', { query: { limit: '3' } })
    assert.ok(log.deeds.some(({ action }) => action === 'publish failed'))
    await edit(first, 'en', { slug: 'other' })
    const body = { action: 'publish', language: 'en' }
    await owner.call('changeItem', { params: { id: first }, body })
    assert.deepEqual((await read(first)).schedules, [])
  })

  it('are checked when they are made', async () => {
    reset()
    const id = await make({ en: {} })
    const problemsOf = async (itemId: number, body: object, status = 400) => {
      const reply = await schedule(itemId, body)
      assert.equal(reply.status, status, reply.text)
      return (reply.json as unknown as AdminError).problems.map(({ path, code }) => [path, code])
    }
    assert.deepEqual(await problemsOf(id, { publishAt: soon }), [
      ['languages.en.fields.title', 'required'],
    ])
    await edit(id, 'en', { title: 'Now' })
    assert.deepEqual(await problemsOf(id, {}), [['', 'noTimes']])
    const past = '2026-11-13T23:00:00Z'
    assert.deepEqual(await problemsOf(id, { publishAt: past, unpublishAt: past }), [
      ['publishAt', 'pastTime'],
      ['unpublishAt', 'pastTime'],
      ['unpublishAt', 'unpublishFirst'],
    ])
    assert.deepEqual(await problemsOf(id, { publishAt: 'tomorrow' }), [['publishAt', 'notInstant']])
    assert.deepEqual(await problemsOf(id, { publishAt: '2026-12-01T09:00[Mars/Olympus]' }), [
      ['publishAt', 'noZone'],
    ])
    assert.deepEqual(await problemsOf(id, { publishAt: '2027-03-28T02:30[Europe/Berlin]' }), [
      ['publishAt', 'timeSkipped'],
    ])
    assert.deepEqual(await problemsOf(id, { publishAt: soon, language: 'xx' }), [
      ['language', 'noLanguage'],
    ])
    assert.deepEqual(await problemsOf(id, { publishAt: soon, language: 'ja' }), [
      ['', 'noDraftToPublish'],
    ])
    assert.deepEqual(await problemsOf(id, { unpublishAt: soon }), [['', 'notPublished']])
    assert.deepEqual(await problemsOf(id, { publishAt: soon, expected: { en: 'old' } }, 412), [
      ['languages.en', 'languageChanged'],
    ])
    await scheduled(id, { publishAt: later })
    assert.deepEqual(await problemsOf(id, { unpublishAt: soon }), [
      ['unpublishAt', 'unpublishFirst'],
    ])
    await scheduled(id, { publishAt: soon, unpublishAt: later })
    assert.deepEqual(await problemsOf(id, { publishAt: '2026-11-14T03:00:00Z' }), [
      ['publishAt', 'unpublishFirst'],
    ])
    for (const action of ['archive', 'delete'] as const) {
      const gone = await make()
      await owner.call('changeItem', { params: { id: gone }, body: { action } })
      const code = action === 'archive' ? 'itemArchived' : 'itemInTrash'
      assert.deepEqual(await problemsOf(gone, { publishAt: soon }), [['', code]])
    }
    assert.deepEqual(await problemsOf(999_999, { publishAt: soon }, 404), [['', 'itemGone']])
  })

  it('can be moved and cancelled, also after they failed', async () => {
    reset()
    const id = await make({ en: { title: 'Move', slug: 'b-taken' } })
    const rival = await make({ en: { title: 'Rival', slug: 'b-taken' } })
    await scheduled(id, { publishAt: soon })
    const move = (at: string) =>
      owner.call('moveSchedule', {
        params: { id },
        body: { language: 'en', action: 'publish', at },
      })
    assert.equal((await move('2026-11-13T00:00:00Z')).status, 400)
    assert.equal((await move(later)).json.schedules[0]?.at, later)
    await owner.call('changeItem', { params: { id: rival }, body: { action: 'publish' } })
    await runUntil(later)
    assert.notEqual((await read(id)).schedules[0]?.failedAt, null)
    await owner.call('changeItem', { params: { id: rival }, body: { action: 'unpublish' } })
    const again = '2026-11-14T03:00:00.000Z'
    assert.equal((await move(again)).json.schedules[0]?.failedAt, null)
    await runUntil(again)
    assert.equal(await shown(id), 'Move')
    assert.equal((await move('2026-11-14T04:00:00Z')).status, 400)
    await scheduled(id, { unpublishAt: '2026-11-14T04:00:00Z' })
    const cancel = (query: object) => owner.call('unscheduleItem', { params: { id }, query })
    assert.equal((await cancel({ action: 'publish' })).status, 400)
    assert.equal((await cancel({ language: 'ja' })).status, 400)
    assert.deepEqual((await cancel({ language: 'en', action: 'unpublish' })).json.schedules, [])
  })

  it('fail for archived and deleted items, and go with removed languages', async () => {
    reset()
    const [archived, deleted, both] = [
      await make(),
      await make(),
      await make({ en: { title: 'A' }, ja: { title: 'あ' } }),
    ]
    for (const id of [archived, deleted, both]) await scheduled(id, { publishAt: soon })
    await owner.call('changeItem', { params: { id: archived }, body: { action: 'archive' } })
    await owner.call('changeItem', { params: { id: deleted }, body: { action: 'delete' } })
    const body = { action: 'removeLanguage', language: 'ja' }
    const left = await owner.call('changeItem', { params: { id: both }, body })
    assert.deepEqual(
      left.json.schedules.map(({ language }) => language),
      ['en'],
    )
    await runUntil(soon)
    assert.equal((await read(archived)).schedules[0]?.problems[0]?.code, 'itemArchived')
    assert.equal((await read(deleted)).schedules[0]?.problems[0]?.code, 'itemInTrash')
    assert.equal(await shown(both), 'A')
    const { json: list } = await owner.call('listSchedules', { query: { state: 'failed' } })
    assert.ok(list.rows.some(({ item }) => item.id === archived))
    assert.ok(!list.rows.some(({ item }) => item.id === deleted))
  })

  it('are listed by time, in the spaces of the caller', async () => {
    reset()
    const id = await make({ en: { title: 'Listed' } })
    await scheduled(id, { publishAt: '2027-05-01T00:00:00Z', unpublishAt: '2027-06-01T00:00:00Z' })
    const list = async (query: object, caller = owner) => {
      const { json } = await caller.call('listSchedules', { query: query as { from?: string } })
      return json.rows.map(({ item, action }) => [item.id, action])
    }
    const from = '2027-04-01T00:00:00Z'
    assert.deepEqual(await list({ from }), [
      [id, 'publish'],
      [id, 'unpublish'],
    ])
    assert.deepEqual(await list({ from, to: '2027-06-01T00:00:00Z' }), [[id, 'publish']])
    assert.deepEqual(await list({ from, offset: '1' }), [[id, 'unpublish']])
    assert.deepEqual(await list({ from, state: 'failed' }), [])
    const elsewhere = await memberOf(app, owner, 'editor', ['tokyo'])
    assert.deepEqual(await list({ from }, elsewhere), [])
    assert.equal((await schedule(id, { publishAt: soon }, elsewhere)).status, 404)
    const { json } = await owner.call('listContents', {
      query: { state: 'scheduled', contains: 'listed' },
    })
    assert.deepEqual(
      json.rows.map((row) => [row.id, row.schedules.map(({ action }) => action)]),
      [[id, ['publish', 'unpublish']]],
    )
    const ids = await owner.call('listContentIds', {
      query: { state: 'scheduled', contains: 'listed' },
    })
    assert.deepEqual(ids.json.ids, [id])
  })

  it('are listed without loading the content of all of them at once', async () => {
    const studio = await freshStudio(freshApp)
    const { call } = studio.owner
    const save = async (id: number, key: string, title: string) => {
      const body = { languages: { [key]: { fields: { title }, expected: null } } }
      await call('saveItem', { params: { id }, body })
    }
    const ids: number[] = []
    for (let number = 0; number < 12; number++) {
      const languages = {
        en: { fields: { title: `T ${number}` } },
        ja: { fields: { title: '一' } },
      }
      const { json } = await call('createItem', { body: { model: 'article', languages } })
      await call('scheduleItem', { params: { id: json.id }, body: { publishAt: soon } })
      ids.push(json.id)
    }
    await save(ids[7] ?? 0, 'ja', '二')
    const most = watchLoads(studio.app.deps.store)
    const { json: list } = await call('listSchedules', { query: { limit: '1000' } })
    assert.deepEqual(
      list.rows.map(({ item, language, isDraftNewer }) => [item.id, language, isDraftNewer]),
      ids.flatMap((id, index) => [
        [id, 'en', false],
        [id, 'ja', index === 7],
      ]),
    )
    assert.deepEqual(most, { items: 5, copies: 10 })
    most.copies = 0
    const { json: contents } = await call('listContents', { query: { state: 'scheduled' } })
    assert.ok(contents.rows.every(({ schedules }) => schedules.length === 2))
    assert.equal(most.copies, 0)
  })

  it('need the role editor', async () => {
    reset()
    const id = await make()
    const writer = await memberOf(app, owner, 'writer')
    assert.equal((await schedule(id, { publishAt: soon }, writer)).status, 403)
    await scheduled(id, { publishAt: soon })
    assert.equal((await writer.call('unscheduleItem', { params: { id } })).status, 403)
    const body = { language: 'en', action: 'publish', at: later }
    assert.equal((await writer.call('moveSchedule', { params: { id }, body })).status, 403)
    assert.equal((await writer.call('listSchedules')).status, 200)
  })

  it('use the clock of the database on PostgreSQL, and the own clock on SQLite', async () => {
    reset()
    const id = await make()
    const wrong = { ...app.deps, now: () => Date.UTC(2020, 0, 1) }
    const request = { rootId: 1, actor: 'test', id, languageId: null }
    const publishAt = Date.UTC(2021, 0, 1)
    const attempt = scheduleItem(wrong, { ...request, publishAt })
    if (app.deps.store.kind === 'postgres') await assert.rejects(attempt, /must be in the future/)
    else await attempt
  })
})
