import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ContentListQuery } from '@octavo/schema/admin/contents.ts'
import type { ItemAction } from '@octavo/schema/admin/items.ts'
import { testApps } from '../../testing/app-factory.ts'
import { freshStudio, type StudioCaller } from '../../testing/studio-caller.ts'

testApps('the archive and the trash', (freshApp) => {
  let owner: StudioCaller

  before(async () => {
    ;({ owner } = await freshStudio(freshApp))
    await send({ title: 'Winter sea', lead: 'Ｃold' }, 'archive')
    await send({ title: 'autumn hills' }, 'archive', { title: '秋の丘' })
    await send({ title: 'Spring' }, 'archive')
    await send({ title: 'Summer sea' }, 'delete')
  })

  async function send(en: object, action: ItemAction, ja?: object): Promise<void> {
    const languages = { en: { fields: en }, ...(ja && { ja: { fields: ja } }) }
    const made = await owner.call('createItem', { body: { model: 'article', languages } })
    const { id } = made.json
    const moved = await owner.call('changeItem', { params: { id }, body: { action } })
    assert.equal(moved.status, 200, moved.text)
  }

  async function titles(query: ContentListQuery): Promise<[number, string[]]> {
    const { status, json, text } = await owner.call('listContents', { query })
    assert.equal(status, 200, text)
    return [json.total, json.rows.map(({ title }) => title)]
  }

  it('are searched in every text and language, ignoring case and width', async () => {
    const found = (contains: string) => titles({ state: 'archived', contains })
    assert.deepEqual(await found('SEA'), [1, ['Winter sea']])
    assert.deepEqual(await found('cold winter'), [1, ['Winter sea']])
    assert.deepEqual(await found('秋の'), [1, ['autumn hills']])
    assert.deepEqual(await found('sea hills'), [0, []])
    assert.deepEqual(await found('%'), [0, []])
    assert.deepEqual(await titles({ state: 'trash', contains: 'sea' }), [1, ['Summer sea']])
  })

  it('are sorted by title, creation and removal time, in pages', async () => {
    const sorted = async (order?: string, rest: ContentListQuery = {}) =>
      (await titles({ state: 'archived', ...(order !== undefined && { order }), ...rest }))[1]
    assert.deepEqual(await sorted(), ['Spring', 'autumn hills', 'Winter sea'])
    assert.deepEqual(await sorted('_title'), ['autumn hills', 'Spring', 'Winter sea'])
    assert.deepEqual(await sorted('-_title'), ['Winter sea', 'Spring', 'autumn hills'])
    assert.deepEqual(await sorted('_created_at'), ['Winter sea', 'autumn hills', 'Spring'])
    assert.deepEqual(await sorted('_title', { limit: '1', offset: '1' }), ['Spring'])
    const unknown = await owner.call('listContents', {
      query: { state: 'archived', order: 'lead' },
    })
    assert.equal(unknown.status, 400)
  })

  it('can be selected completely', async () => {
    const query = { state: 'archived', contains: 's' } as const
    const list = await owner.call('listContents', { query })
    const paged = { ...query, limit: '1', offset: '999' }
    const { json } = await owner.call('listContentIds', { query: paged })
    assert.deepEqual(json, { total: 3, ids: list.json.rows.map(({ id }) => id) })
  })

  it('do not contain restored items', async () => {
    const { json } = await owner.call('listContents', {
      query: { state: 'archived', contains: 'spring' },
    })
    const id = json.rows[0]?.id ?? 0
    await owner.call('changeItem', { params: { id }, body: { action: 'restore' } })
    assert.deepEqual(await titles({ state: 'archived', contains: 'spring' }), [0, []])
    await owner.call('changeItem', { params: { id }, body: { action: 'archive' } })
    assert.deepEqual(await titles({ state: 'archived', contains: 'spring' }), [1, ['Spring']])
  })
})
