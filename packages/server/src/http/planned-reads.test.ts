/** Reads and writes with `release`, and reads with `at`. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { openChanges } from '../testing/change-stream.ts'
import { ownerOf, type StudioCaller } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

const soon = '2026-11-14T01:00:00.000Z'
const later = '2026-11-14T02:00:00.000Z'

testApps('planned changes in the content API', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let key: string
  let reader: string
  let releases = 0

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    app.clock.now = Date.UTC(2026, 10, 14)
    owner = await ownerOf(app)
    key = await app.createKey({ reads: 'draft', writesContents: true, writesMedia: false })
    reader = await app.createKey({ reads: 'published', writesContents: false, writesMedia: false })
  })

  async function send(method: string, path: string, fields?: object): Promise<number> {
    const body = fields && { body: { fields } }
    const { status, json, text } = await app.call(method, path, { key, ...body })
    assert.equal(status, 200, text)
    return (json as { id: number }).id
  }
  const make = (title: string, published = true) =>
    send('POST', `/contents?model=article&published=${published}`, { title })

  async function open(): Promise<string> {
    const luid = `r${++releases}`
    await owner.call('createRelease', { body: { luid } })
    return luid
  }
  const add = async (release: string, body: object): Promise<void> => {
    const { status, text } = await owner.call('addToRelease', { params: { release }, body })
    assert.equal(status, 200, text)
  }

  /** The titles of a list among these ids, and the total of all items. */
  async function titles(query: string, ids: readonly number[], by = key) {
    const path = `/contents?model=article&order=_id&${query}`
    const { status, json, text } = await app.call('GET', path, { key: by })
    assert.equal(status, 200, text)
    const { data } = json as { data: { _id: number; title: string }[] }
    return data.filter(({ _id }) => ids.includes(_id)).map(({ title }) => title)
  }

  const fault = async (method: string, path: string, by = key): Promise<[number, string]> => {
    const { status, headers } = await app.call(method, path, { key: by })
    return [status, headers.get('x-service-detail') ?? '']
  }

  it('are shown as if releases were published, in their order', async () => {
    const [first, second, third] = [await make('A'), await make('B'), await make('C')]
    const ids = [first, second, third]
    const [one, two] = [await open(), await open()]
    await send('PATCH', `/contents/${first}?model=article`, { title: 'A1' })
    await add(one, { ids: [first] })
    await add(one, { ids: [second], action: 'unpublish' })
    await send('PATCH', `/contents/${first}?model=article`, { title: 'A2' })
    await add(two, { ids: [first] })
    await send('PATCH', `/contents/${first}?model=article`, { title: 'A3' })
    assert.deepEqual(await titles('', ids), ['A3', 'B', 'C'])
    assert.deepEqual(await titles(`release=${one}`, ids), ['A1', 'C'])
    assert.deepEqual(await titles(`release=${one},${two}`, ids), ['A2', 'C'])
    assert.deepEqual(await titles(`release=${two},${one}`, ids), ['A1', 'C'])
    assert.deepEqual(await titles(`release=${one}&title[eq]=A1`, ids), ['A1'])
    const path = `/contents/${first}?model=article&include=_next&order=_id&release=${one}`
    const { json } = await app.call('GET', path, { key })
    const { title, _next: next } = json as { title: string; _next: { title: string } }
    assert.deepEqual([title, next.title], ['A1', 'C'])
    assert.deepEqual(await titles('', ids, reader), ['A', 'B', 'C'])
    await send('PATCH', `/contents/${third}?model=article`, { title: 'C1' })
    assert.deepEqual(await titles(`release=${one}`, ids), ['A1', 'C1'])
  })

  it('are shown as they will be at a time', async () => {
    const [first, second] = [await make('A'), await make('B', false)]
    const ids = [first, second]
    const params = { id: second }
    await owner.call('scheduleItem', { params, body: { publishAt: soon } })
    const luid = await open()
    await send('PATCH', `/contents/${first}?model=article`, { title: 'A1' })
    await add(luid, { ids: [first] })
    const body = { at: later }
    await owner.call('publishRelease', { params: { release: luid }, body })
    assert.deepEqual(await titles('at=2026-11-14T00:30:00Z', ids), ['A'])
    assert.deepEqual(await titles(`at=${soon}`, ids), ['A', 'B'])
    assert.deepEqual(await titles(`at=${later}`, ids), ['A1', 'B'])
    await owner.call('unscheduleItem', { params })
    assert.deepEqual(await titles(`at=${later}`, ids), ['A1'])
    await owner.call('unscheduleRelease', { params: { release: luid } })
    assert.deepEqual(await titles(`at=${later}`, ids), ['A'])
  })

  it('are written into the copy of a release', async () => {
    const [first, second] = [await make('A'), await make('B')]
    const luid = await open()
    await send('PATCH', `/contents/${first}?model=article&release=${luid}`, { title: 'A1' })
    await send('DELETE', `/contents/${second}?release=${luid}`)
    const third = await send('POST', `/contents?model=article&release=${luid}`, { title: 'C' })
    const ids = [first, second, third]
    assert.deepEqual(await titles('', ids), ['A', 'B', 'C'])
    assert.deepEqual(await titles(`release=${luid}`, ids), ['A1', 'C'])
    await send('PUT', `/contents/${first}?model=article&release=${luid}`, { title: 'A2' })
    assert.deepEqual(await titles(`release=${luid}`, ids), ['A2', 'C'])
    app.clock.now += 1000
    const { status, text } = await owner.call('publishRelease', {
      params: { release: luid },
      body: {},
    })
    assert.equal(status, 200, text)
    assert.deepEqual(await titles('', ids, reader), ['A2', 'C'])
  })

  it('do not bring back a language that is removed, unless it is written again', async () => {
    const id = await make('A')
    const luid = await open()
    const change = async (method: string, query: string, body: object): Promise<void> => {
      const path = `/contents/${id}?model=article&${query}`
      const { status, text } = await app.call(method, path, { key, body })
      assert.equal(status, 200, text)
    }
    const japanese = (title: string) => ({ 'fields[ja]': { title } })
    await change('PATCH', '', japanese('あ'))
    await add(luid, { ids: [id] })
    const plan = { language: 'ja', publishAt: soon }
    await owner.call('scheduleItem', { params: { id }, body: plan })
    const planned = () =>
      Promise.all(
        [`release=${luid}`, `at=${soon}`].map((query) => titles(`lang=ja&${query}`, [id])),
      )
    assert.deepEqual(await planned(), [['あ'], ['あ']])
    const params = { release: luid }
    await owner.call('publishRelease', { params, body: { at: later } })
    await change('PUT', '', { fields: { title: 'A1' } })
    assert.deepEqual(await planned(), [[], []])
    const { json: entries } = await owner.call('listReleaseEntries', { params })
    assert.deepEqual(entries.rows, [])
    const { json: item } = await owner.call('readItem', { params: { id } })
    assert.deepEqual(item.schedules, [])

    await change('PATCH', `release=${luid}`, japanese('い'))
    // The language is only in the release, so this removes nothing.
    await change('PUT', 'published=true', { fields: { title: 'A2' } })
    assert.deepEqual(await planned(), [['い'], []])
    app.clock.now += 1000
    const published = await owner.call('publishRelease', { params, body: {} })
    assert.equal(published.status, 200, published.text)
    assert.deepEqual(await titles('lang=ja', [id], reader), ['い'])
    assert.deepEqual(await titles('lang=en', [id], reader), ['A2'])
  })

  it('are not changed by a key that may not publish once the release has a time', async () => {
    const id = await make('A')
    const luid = await open()
    const settings = { reads: 'draft', writesContents: true, writesMedia: false } as const
    const writer = await app.createKey({ ...settings, publishes: false })
    const body = { fields: { title: 'A1' } }
    const path = `/contents/${id}?model=article&release=${luid}`
    const patch = async (by: string) => (await app.call('PATCH', path, { key: by, body })).status
    assert.equal(await patch(writer), 200)
    const at = '2099-01-01T00:00:00Z'
    const planned = await owner.call('publishRelease', { params: { release: luid }, body: { at } })
    assert.equal(planned.status, 200, planned.text)
    assert.equal(await patch(writer), 403)
    assert.equal((await fault('DELETE', `/contents/${id}?release=${luid}`, writer))[0], 403)
    assert.equal(await patch(key), 200)
    await owner.call('unscheduleRelease', { params: { release: luid } })
  })

  it('reach streams of changes as the events of their items', async () => {
    const [first, second] = [await make('A'), await make('B')]
    const luid = await open()
    await send('PATCH', `/contents/${first}?model=article&release=${luid}`, { title: 'A1' })
    await add(luid, { ids: [second], action: 'unpublish' })
    const stream = await openChanges(app.addresses.api, reader)
    const published = await owner.call('publishRelease', { params: { release: luid }, body: {} })
    assert.equal(published.status, 200, published.text)
    const events = [await stream.next(), await stream.next()]
    stream.stop()
    const place = { model: 'article', space: '_parent', lang: 'en' }
    assert.deepEqual(
      events.map((event) => event?.data),
      [
        { type: 'item.published', id: first },
        { type: 'item.unpublished', id: second },
      ].map(({ type, id }) => ({
        type,
        timestamp: new Date(app.clock.now).toISOString(),
        data: { id, ...place, tags: [`e2.${id}`, 'm2.22', 'a2'] },
      })),
    )
  })

  it('compare If-Match with the copy of the release', async () => {
    const id = await make('A')
    const luid = await open()
    const etagOf = async (query = `release=${luid}`): Promise<string> => {
      const { status, headers } = await app.call('GET', `/contents/${id}?${query}`, { key })
      assert.equal(status, 200)
      return headers.get('etag') ?? ''
    }
    const write = async (method: string, etag: string, title?: string): Promise<number> => {
      const path = `/contents/${id}?release=${luid}${title ? '&model=article' : ''}`
      const body = title ? { body: { fields: { title } } } : {}
      const headers = { 'If-Match': etag }
      return (await app.call(method, path, { key, headers, ...body })).status
    }
    /** The part that If-Match compares. */
    const versionOf = async (query?: string) => (await etagOf(query)).split('.')[0]
    const original = await etagOf('')
    assert.equal(await versionOf(), await versionOf(''))
    assert.equal(await write('PATCH', original, 'A1'), 200)
    const first = await etagOf()
    assert.equal(await write('PATCH', original, 'A2'), 412)
    // A change of the draft is none of the copy, but the version of the draft is not that of the copy.
    await send('PATCH', `/contents/${id}?model=article`, { title: 'B' })
    assert.equal(await versionOf(), first.split('.')[0])
    assert.equal(await write('PUT', await etagOf(''), 'A2'), 412)
    assert.equal(await write('PUT', first, 'A2'), 200)
    for (const method of ['PATCH', 'PUT']) assert.equal(await write(method, first, 'A3'), 412)
    assert.equal(await write('DELETE', first), 412)
    const second = await etagOf()
    const other = await open()
    await add(other, { ids: [id] })
    assert.equal(await versionOf(`release=${other},${luid}`), second.split('.')[0])
    assert.equal(await write('PATCH', await etagOf(`release=${other}`), 'A3'), 412)
    assert.deepEqual(await titles(`release=${luid}`, [id]), ['A2'])
    const plain = await app.call('PATCH', `/contents/${id}?model=article`, {
      key,
      headers: { 'If-Match': second },
      body: { fields: { title: 'C' } },
    })
    assert.equal(plain.status, 412)
    assert.equal(await write('DELETE', second), 200)
    assert.equal(await write('PATCH', second, 'A4'), 412)
  })

  it('need a key that reads drafts, and valid parameters', async () => {
    const luid = await open()
    assert.deepEqual(await fault('GET', `/contents?release=${luid}`, reader), [
      403,
      'release: needs a key that reads drafts',
    ])
    assert.equal((await fault('GET', `/contents?at=${later}`, reader))[0], 403)
    assert.equal((await fault('GET', `/contents?limit=1&%72el%65a%73e=${luid}`, reader))[0], 403)
    assert.equal((await fault('GET', `/contents?a%74=${later}`, reader))[0], 403)
    assert.deepEqual(await fault('GET', '/contents?release=none'), [
      400,
      'release: there is no release none',
    ])
    assert.deepEqual(await fault('GET', `/contents?release=${luid},${luid}`), [
      400,
      'release: is given twice',
    ])
    assert.deepEqual(await fault('GET', '/contents?at=2020-01-01T00:00:00Z'), [
      400,
      'at: must be in the future',
    ])
    assert.equal((await fault('GET', `/contents?at=${later}&release=${luid}`))[0], 400)
    assert.equal((await fault('GET', '/contents?at=tomorrow'))[0], 400)
    assert.deepEqual(await fault('DELETE', '/contents/1?release=a,b'), [
      400,
      'release: must be the LUID of one release',
    ])
    assert.equal((await fault('POST', `/contents/1/duplicate?release=${luid}`))[0], 400)
  })
})
