/** Keys that were created with `--no-publish`. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { changeState } from '../content/state.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('a key that may not publish', (freshApp) => {
  let app: TestApp
  let key: string
  let publisher: string
  const body = { fields: { title: 'One' } }

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey({ publishes: false })
    publisher = await app.createKey()
  })

  async function created(by: string, published: boolean): Promise<number> {
    const path = `/contents?model=article&published=${published}`
    const { status, json } = await app.call('POST', path, { key: by, body })
    assert.equal(status, 200)
    return (json as { id: number }).id
  }

  async function statusOf(id: number): Promise<unknown> {
    const { json } = await app.call('GET', `/contents/${id}?select=_status,title`, { key })
    return json
  }

  it('is rejected when it publishes, before the body is read', async () => {
    const id = await created(key, false)
    for (const [method, path] of [
      ['POST', '/contents'],
      ['PUT', `/contents/${id}`],
      ['PATCH', `/contents/${id}`],
    ] as const) {
      const response = await app.call(method, `${path}?model=article&published=true`, {
        key,
        body: '{',
      })
      assert.deepEqual(response.json, { status: '403', code: 'Forbidden' })
      assert.match(response.headers.get('x-service-detail') ?? '', /published: .*may not publish/)
    }
    assert.deepEqual(await statusOf(id), { _status: 'draft', title: 'One' })
  })

  it('writes drafts, also next to published data', async () => {
    const id = await created(publisher, true)
    const path = `/contents/${id}?model=article`
    const changed = await app.call('PATCH', path, { key, body: { fields: { title: 'Two' } } })
    assert.equal(changed.status, 200)
    assert.deepEqual(await statusOf(id), { _status: 'published_draft', title: 'Two' })
    const replaced = await app.call('PUT', path, { key, body: { fields: { title: 'Three' } } })
    assert.equal(replaced.status, 200)
    assert.deepEqual(await statusOf(id), { _status: 'published_draft', title: 'Three' })
    const other = await created(publisher, true)
    assert.equal((await app.call('POST', `/contents/${other}/drafts`, { key })).status, 200)
    assert.equal((await app.call('POST', `/contents/${other}/duplicate`, { key })).status, 200)
  })

  it('deletes drafts, but nothing that is published', async () => {
    const draft = await created(key, false)
    assert.equal((await app.call('DELETE', `/contents/${draft}`, { key })).status, 200)
    const id = await created(publisher, true)
    const refused = await app.call('DELETE', `/contents/${id}`, { key })
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('x-service-detail') ?? '', /may not delete/)
    const unpublish = { action: 'unpublish', languageId: null, actor: 'cli', rootId: 1 } as const
    await changeState(app.deps, { ...unpublish, ids: [id] })
    assert.equal((await app.call('DELETE', `/contents/${id}`, { key })).status, 200)
  })
})
