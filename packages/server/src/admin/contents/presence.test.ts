import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openStore } from '../../store/open-store.ts'
import { startApp, type TestApp } from '../../testing/app-factory.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { memberOf, ownerOf, studioCaller, type StudioCaller } from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'

onBothDatabases('who has an item open', (fresh) => {
  let app: TestApp
  let owner: StudioCaller
  /** Another process with its own connection to the same database. */
  let node: TestApp
  const ending: (() => Promise<void>)[] = []

  before(async () => {
    const { store, address } = await fresh()
    const one = await startApp(store)
    app = one.testApp
    await app.applyTestSchema(writeRoot)
    owner = await ownerOf(app)
    const second = await openStore(address)
    const other = await startApp(second, { now: () => app.clock.now })
    node = other.testApp
    ending.push(other.end, () => second.close(), one.end)
  })
  after(async () => {
    for (const end of ending) await end()
  })

  async function make(space = '_parent'): Promise<number> {
    const body = { model: 'article', space, languages: { en: { fields: { title: 'One' } } } }
    return (await owner.call('createItem', { body })).json.id
  }

  async function report(caller: StudioCaller, id: number, sent: object = {}) {
    const body = { tab: 'one', isOpen: true, ...sent }
    const { status, json, text } = await caller.call('reportPresence', { params: { id }, body })
    assert.equal(status, 200, text)
    return json.others
  }

  /** The same session on the other node. */
  const onNode = ({ cookie }: StudioCaller): StudioCaller =>
    Object.assign(studioCaller(node), { cookie })

  it('lists the others with the field that they edit, on every node', async () => {
    const id = await make()
    const editor = await memberOf(app, owner, 'editor')
    assert.deepEqual(await report(owner, id, { field: 'title', language: 'en' }), [])
    assert.deepEqual(await report(onNode(editor), id), [
      { id: 1, name: 'owner@example.com', places: [{ field: 'title', language: 'en' }] },
    ])
    assert.deepEqual(await report(owner, id), [{ id: editor.id, name: editor.email, places: [] }])
    assert.deepEqual(await report(editor, id), [{ id: 1, name: 'owner@example.com', places: [] }])
    assert.deepEqual(await report(owner, await make()), [])
  })

  it('removes a page that closes, or that is not seen for 30 seconds', async () => {
    const id = await make()
    const editor = await memberOf(app, owner, 'editor')
    const names = async () => (await report(editor, id)).map(({ name }) => name)
    await report(owner, id)
    assert.deepEqual(await names(), ['owner@example.com'])
    await report(owner, id, { isOpen: false })
    assert.deepEqual(await names(), [])
    await report(owner, id)
    for (let seconds = 0; seconds < 15; seconds += 5) {
      app.clock.now += 5000
      await report(owner, id)
    }
    assert.deepEqual(await names(), ['owner@example.com'])
    app.clock.now += 30_000
    assert.deepEqual(await names(), [])
  })

  it('hides items of spaces that the caller may not use', async () => {
    const id = await make('osaka')
    await report(owner, id)
    const elsewhere = await memberOf(app, owner, 'editor', ['tokyo'])
    const body = { tab: 'one', isOpen: true }
    const hidden = await elsewhere.call('reportPresence', { params: { id }, body })
    const absent = await elsewhere.call('reportPresence', { params: { id: 999_999 }, body })
    assert.deepEqual([hidden.status, hidden.text], [404, absent.text])
    const stored = await app.deps.store.read((tx) => tx.presences.ofUser(elsewhere.id))
    assert.deepEqual(stored, [])
  })

  it('stores at most 20 pages of an account, and removes old ones', async () => {
    const id = await make()
    const editor = await memberOf(app, owner, 'editor')
    for (let n = 0; n < 25; n += 1) {
      app.clock.now += 10
      await report(editor, id, { tab: `tab ${n}` })
    }
    const pages = () => app.deps.store.read((tx) => tx.presences.ofUser(editor.id))
    const tabs = (await pages()).map(({ tab }) => tab)
    assert.deepEqual([tabs.length, tabs[0], tabs.at(-1)], [20, 'tab 24', 'tab 5'])
    app.clock.now += 60_000
    await report(owner, id)
    assert.deepEqual(await pages(), [])
  })

  it('writes nothing while nothing changes, and never to the change log', async () => {
    const id = await make()
    const latest = () => app.deps.store.read((tx) => tx.changes.latest())
    const start = await latest()
    const seen = async () => (await app.deps.store.read((tx) => tx.presences.ofUser(1)))[0]?.seenAt
    await report(owner, id, { tab: 'still' })
    const first = await seen()
    app.clock.now += 2000
    await report(owner, id, { tab: 'still' })
    assert.equal(await seen(), first)
    app.clock.now += 8000
    await report(owner, id, { tab: 'still' })
    assert.equal(await seen(), app.clock.now)
    assert.equal(await latest(), start)
  })
})
