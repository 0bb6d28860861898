/** Review dates, and the start page that lists them. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { StartPage } from '@octavo/schema/admin/start.ts'
import { createDueRunner } from '../content/schedules/run-due.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../testing/studio-caller.ts'

testApps('the start page', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    app.clock.now = Date.UTC(2026, 10, 14)
  })

  async function make(
    languages: Record<string, object>,
    { caller = owner, space = '_parent' } = {},
  ): Promise<number> {
    app.clock.now += 1000
    const given = Object.fromEntries(
      Object.entries(languages).map(([key, fields]) => [key, { fields }]),
    )
    const body = { model: 'article', space, languages: given }
    const { status, json, text } = await caller.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }
  const change = async (id: number, action: string, caller = owner): Promise<void> => {
    app.clock.now += 1000
    const { status, text } = await caller.call('changeItem', { params: { id }, body: { action } })
    assert.equal(status, 200, text)
  }
  const start = async (caller = owner, query = {}): Promise<StartPage> => {
    const { status, json, text } = await caller.call('readStart', { query })
    assert.equal(status, 200, text)
    return json
  }
  const idsOf = (rows: readonly { item: { id: number } }[]): number[] =>
    rows.map(({ item }) => item.id)
  const review = (id: number, by: unknown, caller = owner) =>
    caller.call('setReview', { params: { id }, body: { by } })
  const problemsOf = ({ json }: { json: unknown }) =>
    (json as AdminError).problems.map(({ path, code }) => [path, code])

  it('is empty at first', async () => {
    assert.deepEqual(await start(), {
      drafts: [],
      scheduled: [],
      reviews: [],
      releases: [],
      waiting: [],
      published: [],
      failedSchedules: [],
      failingWebhooks: [],
      setup: { hasItem: false, hasPublished: false, hasKey: false },
    })
  })

  it('lists the drafts that the caller saved last, one row for each item', async () => {
    const editor = await memberOf(app, owner, 'editor')
    const [both, other, gone] = [
      await make({ en: { title: 'One' }, ja: { title: '一' } }),
      await make({ en: { title: 'Two' } }),
      await make({ en: { title: 'Gone' } }),
    ]
    await change(gone, 'delete')
    const { drafts } = await start()
    assert.deepEqual(idsOf(drafts), [other, both])
    assert.deepEqual(drafts[1]?.languages, ['en', 'ja'])
    assert.deepEqual([drafts[0]?.item.title, drafts[0]?.item.model], ['Two', 'article'])
    assert.deepEqual((await start(editor)).drafts, [])
    app.clock.now += 1000
    const languages = { en: { fields: { title: 'Two again' }, expected: null } }
    await editor.call('saveItem', { params: { id: other }, body: { languages } })
    assert.deepEqual(idsOf((await start(editor)).drafts), [other])
    assert.deepEqual(idsOf((await start()).drafts), [both])
    await change(both, 'publish', editor)
    const page = await start()
    assert.deepEqual([page.drafts, idsOf(page.published)], [[], [both]])
    const [published] = page.published
    assert.deepEqual([published?.languages, published?.by.id], [['en', 'ja'], editor.id])
    await change(both, 'archive')
    assert.deepEqual((await start()).published, [])
  })

  it('lists drafts of writers for those who may publish', async () => {
    const [writer, editor] = [
      await memberOf(app, owner, 'writer'),
      await memberOf(app, owner, 'editor'),
    ]
    const first = await make({ en: { title: 'One' } }, { caller: writer })
    const second = await make({ en: { title: 'Two' }, ja: { title: '二' } }, { caller: writer })
    await make({ en: { title: 'Three' } }, { caller: editor })
    for (const caller of [owner, editor]) {
      const { waiting } = await start(caller)
      assert.deepEqual(
        waiting.map(({ item, languages, by }) => [item.id, languages, by.id]),
        [
          [second, ['en', 'ja'], writer.id],
          [first, ['en'], writer.id],
        ],
      )
    }
    assert.deepEqual((await start(writer)).waiting, [])
    await change(second, 'publish', editor)
    await change(first, 'delete', editor)
    assert.deepEqual((await start(editor)).waiting, [])
  })

  it('lists releases that are not published, failed ones first', async () => {
    const at = new Date(app.clock.now + 3_600_000).toISOString()
    const [good, bad] = [await make({ en: { title: 'One' } }), await make({ en: { title: 'Two' } })]
    for (const luid of ['open', 'planned', 'broken', 'done', 'archived']) {
      app.clock.now += 1000
      await owner.call('createRelease', { body: { luid } })
      const ids = luid === 'broken' ? [bad] : [good]
      await owner.call('addToRelease', { params: { release: luid }, body: { ids } })
    }
    const publish = (release: string, body: object) =>
      owner.call('publishRelease', { params: { release }, body })
    await publish('broken', { at })
    await publish('done', {})
    await owner.call('changeRelease', {
      params: { release: 'archived' },
      body: { isArchived: true },
    })
    await change(bad, 'archive')
    app.clock.now = Date.parse(at)
    const runner = createDueRunner(app.deps)
    while ((await runner.step()) === 0);
    await publish('planned', {
      at: new Date(app.clock.now + 3_600_000).toISOString(),
      isOverwriting: true,
    })
    const { releases } = await start()
    assert.deepEqual(
      releases.map(({ luid, state }) => [luid, state]),
      [
        ['broken', 'failed'],
        ['planned', 'scheduled'],
        ['open', 'open'],
      ],
    )
    for (const { luid: release } of releases) {
      await owner.call('unscheduleRelease', { params: { release } })
      await owner.call('deleteRelease', { params: { release } })
    }
    assert.deepEqual((await start()).releases, [])
  })

  it('lists what is scheduled and what failed', async () => {
    const [first, second] = [
      await make({ en: { title: 'A', slug: 'start' } }),
      await make({ en: { title: 'B', slug: 'start' } }),
    ]
    const publishAt = (hour: number) => new Date(app.clock.now + hour * 3_600_000).toISOString()
    const plan = (id: number, body: object) => owner.call('scheduleItem', { params: { id }, body })
    await plan(second, { publishAt: publishAt(2) })
    await plan(first, { publishAt: publishAt(1), unpublishAt: publishAt(5) })
    assert.deepEqual(idsOf((await start()).scheduled), [first, second, first])
    app.clock.now += 3 * 3_600_000
    const runner = createDueRunner(app.deps)
    while ((await runner.step()) === 0);
    const page = await start()
    assert.deepEqual([idsOf(page.scheduled), idsOf(page.failedSchedules)], [[first], [second]])
    assert.equal(page.failedSchedules[0]?.problems[0]?.code, 'taken')
    assert.ok(idsOf(page.published).includes(first))
    await owner.call('unscheduleItem', { params: { id: second } })
    assert.deepEqual((await start()).failedSchedules, [])
  })

  it('lists reviews from their day on, as the list of content does', async () => {
    const [early, late] = [await make({ en: { title: 'E' } }), await make({ en: { title: 'L' } })]
    const { json } = await review(late, '2026-11-20')
    assert.equal(json.reviewBy, '2026-11-20')
    await review(early, '2026-11-01')
    assert.deepEqual(
      (await start()).reviews.map(({ by, item }) => [by, item.id]),
      [['2026-11-01', early]],
    )
    assert.deepEqual(idsOf((await start(owner, { review_by: '2026-11-20' })).reviews), [
      early,
      late,
    ])
    const listed = async (query: object) => {
      const found = await owner.call('listContents', { query: { state: 'review', ...query } })
      const ids = await owner.call('listContentIds', { query: { state: 'review', ...query } })
      const rows = found.json.rows.map(({ id, reviewBy }) => [id, reviewBy])
      assert.deepEqual(
        rows.map(([id]) => id),
        ids.json.ids,
      )
      return rows
    }
    assert.deepEqual(await listed({}), [[early, '2026-11-01']])
    assert.deepEqual(await listed({ review_by: '2026-11-20', order: '_title', contains: 'l' }), [
      [late, '2026-11-20'],
    ])
    await change(early, 'archive')
    assert.deepEqual(await listed({}), [])
    await change(early, 'restore')
    await review(early, null)
    assert.deepEqual((await start()).reviews, [])
    const { json: history } = await owner.call('listHistory', { params: { id: early } })
    assert.deepEqual(
      history.deeds.map(({ action }) => action),
      ['clear review', 'restore', 'archive', 'set review', 'create'],
    )
    await review(early, null)
    const again = await owner.call('listHistory', { params: { id: early } })
    assert.equal(again.json.deeds.length, history.deeds.length)
  })

  it('rejects wrong dates and inactive items', async () => {
    const id = await make({ en: { title: 'Wrong' } })
    for (const by of ['tomorrow', '2026-02-30', '2026-1-1']) {
      const reply = await review(id, by)
      assert.deepEqual([reply.status, problemsOf(reply)], [400, [['by', 'notDate']]])
    }
    await change(id, 'delete')
    assert.deepEqual(problemsOf(await review(id, '2026-12-01')), [['', 'itemInTrash']])
    assert.equal((await review(id, null)).status, 200)
    assert.equal((await review(999_999, '2026-12-01')).status, 404)
    const viewer = await memberOf(app, owner, 'viewer')
    assert.equal((await review(id, '2026-12-01', viewer)).status, 403)
    const wrong = await owner.call('readStart', { query: { review_by: 'x' } })
    assert.deepEqual(problemsOf(wrong), [['review_by', 'notDate']])
  })

  it('shows only items in the spaces of the caller', async () => {
    const here = await make({ en: { title: 'Tokyo' } }, { space: 'tokyo' })
    const elsewhere = await make({ en: { title: 'Parent' } })
    for (const id of [here, elsewhere]) {
      await review(id, '2026-01-01')
      await owner.call('scheduleItem', {
        params: { id },
        body: { publishAt: '2099-01-01T00:00:00Z' },
      })
    }
    const writer = await memberOf(app, owner, 'writer', ['tokyo'])
    const page = await start(writer)
    assert.deepEqual([idsOf(page.reviews), idsOf(page.scheduled)], [[here], [here]])
    assert.equal((await review(elsewhere, '2026-02-01', writer)).status, 404)
    assert.equal((await review(here, '2026-02-01', writer)).json.reviewBy, '2026-02-01')
  })

  it('lists failing webhooks for admins', async () => {
    const body = { name: 'Site', target: 'https://example.com', events: ['item.published'] }
    const { json } = await owner.call('createWebhook', { body })
    assert.deepEqual((await start()).failingWebhooks, [])
    const { id } = json.info
    await app.deps.store.write((tx) => tx.webhooks.setFailing(id, app.clock.now))
    const failingSince = new Date(app.clock.now).toISOString()
    assert.deepEqual((await start()).failingWebhooks, [
      { id, name: 'Site', failingSince, disabledReason: null },
    ])
    assert.deepEqual((await start(await memberOf(app, owner, 'editor'))).failingWebhooks, [])
    await app.deps.store.write((tx) => tx.webhooks.disable(id, 'user', app.clock.now))
    assert.deepEqual((await start()).failingWebhooks, [])
  })

  it('is limited, and removes dates with their items', async () => {
    const many: number[] = []
    for (let count = 0; count < 9; count++) many.push(await make({ en: { title: `M${count}` } }))
    for (const id of many) await review(id, '2020-01-01')
    const page = await start()
    assert.equal(page.reviews.length, 8)
    assert.deepEqual(idsOf(page.drafts), many.toReversed().slice(0, 8))
    await app.deps.store.write((tx) => tx.items.remove(many))
    const left = await app.deps.store.read((tx) => tx.reviews.ofItems(many))
    assert.deepEqual(left, [])
  })
})
