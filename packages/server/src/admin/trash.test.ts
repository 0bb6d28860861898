/** Permanent deletion of what is in the trash. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../testing/studio-caller.ts'

testApps('permanent deletion', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function author(name: string): Promise<number> {
    const languages = { en: { fields: { name } } }
    return (await owner.call('createItem', { body: { model: 'author', languages } })).json.id
  }
  const trash = (id: number) =>
    owner.call('changeItem', { params: { id }, body: { action: 'delete' } })
  const statusOf = async (id: number): Promise<number> =>
    (await owner.call('readItem', { params: { id } })).status

  it('removes items and media with their files', async () => {
    const id = await author('Ada')
    await trash(id)
    const form = new FormData()
    form.append('file', new Blob(['only here']), 'a.txt')
    const { json: media } = await owner.call('uploadMedia', { body: form })
    await owner.call('changeMediaState', { body: { action: 'delete', ids: [media.id] } })
    const done = await owner.call('deleteForever', { body: { items: [id], media: [media.id] } })
    assert.equal(done.status, 200, done.text)
    assert.equal(await statusOf(id), 404)
    assert.equal((await owner.call('readMedia', { params: { id: media.id } })).status, 404)
    const file = media.url.replace('http://assets.test', app.addresses.assets)
    assert.equal((await fetch(file)).status, 404)
    const { json: log } = await owner.call('listAuditEntries', { query: { limit: '2' } })
    assert.deepEqual(
      log.deeds.map(({ action }) => action),
      ['delete forever', 'delete forever'],
    )
  })

  it('removes nothing if something is not in the trash', async () => {
    const [kept, trashed] = [await author('Kept'), await author('Trashed')]
    await trash(trashed)
    const refused = await owner.call('deleteForever', { body: { items: [trashed, kept, 999_999] } })
    assert.equal(refused.status, 400)
    assert.deepEqual(
      (refused.json as unknown as AdminError).problems.map(({ path }) => path),
      ['items[1]', 'items[2]'],
    )
    assert.equal(await statusOf(trashed), 200)
  })

  it('is for admins only', async () => {
    const id = await author('Safe')
    await trash(id)
    const editor = await memberOf(app, owner, 'editor', null)
    assert.equal((await editor.call('deleteForever', { body: { items: [id] } })).status, 403)
    assert.equal(await statusOf(id), 200)
  })
})
