/** Saved views are those of a plain model: of each user, and shared. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import fc from 'fast-check'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { runs } from '../../testing/runs.ts'
import { memberOf, ownerOf, type StudioCaller } from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'

interface ModelView {
  id: string
  owner: string
  name: string
  isShared: boolean
  search: Record<string, string>
}

const who = fc.constantFrom('owner', 'editor', 'writer', 'viewer')
const name = fc.constantFrom('News', 'news', 'Drafts', '下書き', 'Tokyo')
const search = fc.constantFrom<Record<string, string>[]>(
  {},
  { model: 'article', order: '-_updated_at', columns: 'title,lead', lang: 'ja' },
  { model: 'article', 'title[contains]': 'sea', '_status[eq]': 'draft', translation: 'missing' },
  { state: 'trash', contains: '海', space: 'tokyo' },
)
const pick = fc.nat(20)
const isShared = fc.boolean()
const command = fc.oneof(
  fc.record({ do: fc.constant('create' as const), who, name, isShared, search }),
  fc.record({
    do: fc.constant('change' as const),
    who,
    pick,
    change: fc.record({ name, isShared, search }, { requiredKeys: [] }),
  }),
  fc.record({ do: fc.constant('delete' as const), who, pick }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

testApps('saved views', (freshApp) => {
  let app: TestApp
  const callers = new Map<string, StudioCaller>()
  const callerOf = (role: string): StudioCaller => {
    const caller = callers.get(role)
    assert.ok(caller)
    return caller
  }

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const owner = await ownerOf(app)
    callers.set('owner', owner)
    for (const role of ['editor', 'writer', 'viewer'] as const) {
      callers.set(role, await memberOf(app, owner, role))
    }
  })

  it('are those of a plain model', async () => {
    let views: ModelView[] = []
    const mayShare = (role: string): boolean => role === 'owner' || role === 'editor'
    const seenBy = (role: string): ModelView[] =>
      views.filter((view) => view.isShared || view.owner === role)
    const isTaken = (view: Omit<ModelView, 'id'>, others: readonly ModelView[]): boolean =>
      others.some(
        (other) =>
          other.isShared === view.isShared && other.name.toLowerCase() === view.name.toLowerCase(),
      )

    async function create(one: Extract<Command, { do: 'create' }>): Promise<void> {
      const { do: _do, who: role, ...body } = one
      app.clock.now += 1000
      const { status, json, text } = await callerOf(role).call('createView', { body })
      const made = { ...body, owner: role }
      if (body.isShared && !mayShare(role)) assert.equal(status, 403, text)
      else if (isTaken(made, seenBy(role))) assert.equal(status, 400, text)
      else {
        assert.equal(status, 200, text)
        views.push({ id: json.id, ...made })
      }
    }

    async function change(one: Exclude<Command, { do: 'create' }>): Promise<void> {
      const view = views[one.pick % Math.max(1, views.length)]
      if (!view) return
      const { who: role } = one
      const options = { params: { view: view.id } }
      const { status, text } =
        one.do === 'delete'
          ? await callerOf(role).call('deleteView', options)
          : await callerOf(role).call('changeView', { ...options, body: one.change })
      const isSeen = view.isShared || view.owner === role
      const next = { ...view, ...(one.do === 'change' && one.change) }
      const others = seenBy(role).filter(({ id }) => id !== view.id)
      if (!isSeen) return assert.equal(status, 404, text)
      if ((view.isShared || next.isShared) && !mayShare(role))
        return assert.equal(status, 403, text)
      if (one.do === 'change' && isTaken(next, others)) return assert.equal(status, 400, text)
      assert.equal(status, 200, text)
      const owner = view.isShared && !next.isShared ? role : view.owner
      views = views.flatMap((each) => {
        if (each !== view) return [each]
        return one.do === 'delete' ? [] : [{ ...next, owner }]
      })
      return undefined
    }

    async function check(): Promise<void> {
      for (const role of callers.keys()) {
        const { json } = await callerOf(role).call('listViews')
        assert.deepEqual(
          json.views,
          seenBy(role).map(({ owner: _owner, ...view }) => view),
        )
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 20 }), async (commands) => {
        for (const one of commands) await (one.do === 'create' ? create(one) : change(one))
        await check()
      }),
      runs(24),
    )
  })

  it('report every problem of a request', async () => {
    const problems = async (body: unknown) => {
      const { status, json } = await callerOf('owner').call('createView', { body })
      assert.equal(status, 400)
      return (json as unknown as AdminError).problems.map(({ path, code }) => [path, code])
    }
    assert.deepEqual(await problems({ name: ' ', search: { limit: '1', model: '' } }), [
      ['name', 'required'],
      ['search.model', 'required'],
      ['search.limit', 'unknownName'],
    ])
    assert.deepEqual(await problems({ name: 'x', search: { limit: '1', 'a b': '1' } }), [
      ['search.limit', 'unknownName'],
      ['search.a b', 'unknownName'],
    ])
    assert.deepEqual(
      await problems({ name: 'x', search: { model: 'none', lang: 'fr', order: '-nothing' } }),
      [
        ['search.lang', 'unknownLanguage'],
        ['search.model', 'unknownModelOf'],
      ],
    )
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}[eq]`, '1']))
    assert.deepEqual(await problems({ name: 'x', search: many }), [['search', 'tooManyNames']])
  })

  it('of a space are hidden from members who may not use it, and removed with their owner', async () => {
    const owner = callerOf('owner')
    const body = { name: 'Only Tokyo', isShared: true, search: { space: 'tokyo' } }
    const { json: view } = await owner.call('createView', { body })
    const member = await memberOf(app, owner, 'viewer', ['osaka'])
    const namesOf = async (caller: StudioCaller) =>
      (await caller.call('listViews')).json.views.map((one) => one.name)
    assert.ok(!(await namesOf(member)).includes('Only Tokyo'))
    await member.call('createView', { body: { name: 'Mine', search: {} } })
    assert.ok((await namesOf(member)).includes('Mine'))
    await owner.call('removeMember', { params: { id: member.id } })
    const left = await app.deps.store.read((tx) => tx.views.list(1, member.id))
    assert.ok(left.every(({ isShared: is }) => is))
    await owner.call('deleteView', { params: { view: view.id } })
  })
})
