/** Attacks on the permissions of API keys. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { defaultRootSettings, type RootDefinition } from '@octavo/schema/definitions.ts'
import { createKey, revokeKey } from '../access/keys.ts'
import { applySchema } from '../modeling/apply.ts'
import { readSource } from '../modeling/read-source.ts'
import { draftWriter, testApps, type TestApp } from '../testing/app-factory.ts'
import { sampleField } from '../testing/sample-root.ts'
import { writeBench, type WriteBench } from '../testing/write-bench.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('attacks on key permissions', (freshApp) => {
  let app: TestApp
  let key = ''
  let made: WriteBench['made']
  let refused: WriteBench['refused']

  before(async () => {
    ;({ app, key, made, refused } = await writeBench(await freshApp()))
  })

  it('A18: a resource that is deleted and created again under the same name inherits nothing', async () => {
    const again = await freshApp()
    await again.applyTestSchema({
      ...writeRoot,
      fieldSets: [],
      models: [],
      spaces: writeRoot.spaces.slice(0, 1),
    })
    const author = { luid: 'author', fields: [{ luid: 'name', type: 'text' }] }
    const page = { luid: 'page', fields: [{ luid: 'title', type: 'text' }] }
    const schema = {
      languages: ['en'],
      spaces: [{ luid: 'tokyo' }, { luid: 'osaka' }],
      models: [author, page],
    }
    const apply = (file: unknown) =>
      applySchema(again.deps, {
        rootId: 1,
        source: readSource(JSON.stringify(file), 'schema.json'),
        isPrune: true,
        isDryRun: false,
        isConfirmed: true,
        actor: 'test',
      })
    await apply(schema)
    const everywhere = await again.createKey()
    const { spaces } = await again.deps.store.read((tx) => tx.roots.load(1))
    const spaceIds = spaces.filter(({ luid }) => luid === 'tokyo').map(({ id }) => id)
    const tokyo = await again.createKey({ spaceIds })
    const call = (method: string, path: string, body?: unknown, by = everywhere) =>
      again.call(method, path, { key: by, body })
    const post = '/contents?model=author&published=true'
    const inTokyo = await call('POST', `${post}&space=tokyo`, { fields: { name: 'old' } }, tokyo)
    const inParent = await call('POST', post, { fields: { name: 'old' } })

    await apply({ ...schema, models: [page], spaces: [{ luid: 'osaka' }] })
    await apply(schema)
    assert.equal((await call('POST', `${post}&space=tokyo`, { fields: {} }, tokyo)).status, 403)
    for (const { json } of [inTokyo, inParent]) {
      const { id } = json as { id: number }
      assert.equal((await call('GET', `/contents/${id}`)).status, 404)
      for (const space of ['_parent', 'tokyo']) {
        const path = `/contents/${id}?model=author&space=${space}`
        assert.equal((await call('PATCH', path, { fields: {} })).status, 404)
        assert.equal((await call('DELETE', path)).status, 404)
      }
    }
    const list = await call('GET', '/contents?model=author')
    assert.deepEqual(list.json, { total: 0, offset: 0, limit: 100, data: [] })

    const { id: keyId, key: revoked } = await createKey(again.deps, {
      ...draftWriter,
      name: 'same',
    })
    await revokeKey(again.deps, { rootId: 1, id: keyId, actor: 'test' })
    const next = await createKey(again.deps, { ...draftWriter, name: 'same' })
    assert.notEqual(next.id, keyId)
    assert.equal(
      (await call('POST', '/contents?model=author', { fields: {} }, revoked)).status,
      401,
    )
    const secret = revoked.split('_')[2] ?? ''
    const mixed = `octavo_${next.id}_${secret}`
    assert.equal((await call('POST', '/contents?model=author', { fields: {} }, mixed)).status, 401)
  })

  it('A19: a key restricted to some spaces cannot write to others or detect their content', async () => {
    const tokyo = await app.createKey({ spaceIds: [2] })
    const own = await made(
      '/contents?model=article&space=tokyo',
      { fields: { title: 'own' } },
      tokyo,
    )
    const author = await made('/contents?model=author&space=osaka', { fields: {} })
    const article = await made('/contents?model=article&space=osaka', { fields: { title: 'x' } })
    const media = await app.addMediaRecord(3)
    const ownMedia = await app.addMediaRecord(2)

    const patch = `model=article&space=tokyo`
    const detailOf = async (fields: unknown, target: number) => {
      const options = { key: tokyo, body: { fields } }
      const response = await refused(400, 'PATCH', `/contents/${own}?${patch}`, options)
      return response.headers.get('x-service-detail')?.replaceAll(String(target), 'N')
    }
    const absent = 999_999
    for (const field of ['author', 'cover']) {
      const elsewhere = field === 'author' ? author : media
      const here = await detailOf({ [field]: elsewhere }, elsewhere)
      assert.equal(here, await detailOf({ [field]: absent }, absent))
    }
    await detailOf({ links: [{ to: article }] }, article)
    const options = { key: tokyo, body: { fields: { cover: ownMedia, links: [{ to: own }] } } }
    assert.equal((await app.call('PATCH', `/contents/${own}?${patch}`, options)).status, 200)

    for (const space of ['osaka', '_parent', 'nowhere']) {
      const body = { fields: {} }
      await refused(403, 'POST', `/contents?model=article&space=${space}`, { key: tokyo, body })
      await refused(403, 'PUT', `/contents/${article}?model=article&space=${space}`, {
        key: tokyo,
        body,
      })
      await refused(403, 'DELETE', `/contents/${article}?space=${space}`, { key: tokyo })
      await refused(403, 'POST', `/contents/${article}/duplicate?space=${space}`, { key: tokyo })
    }
    await refused(404, 'PATCH', `/contents/${article}?${patch}`, {
      key: tokyo,
      body: { fields: {} },
    })
    await refused(404, 'DELETE', `/contents/${article}?space=tokyo`, { key: tokyo })
    await refused(404, 'POST', `/contents/${article}/duplicate?space=tokyo`, { key: tokyo })
  })

  it('A19: a key of one root space cannot access another root space', async () => {
    const other: RootDefinition = {
      ...writeRoot,
      id: 50,
      luid: 'other',
      spaces: [{ id: 51, luid: '_parent', name: 'Other' }],
      fieldSets: [],
      models: [
        {
          id: 52,
          luid: 'author',
          name: 'A',
          titleFieldId: 53,
          fields: [sampleField('text', 53, 'name')],
        },
      ],
      settings: defaultRootSettings,
    }
    await app.applyTestSchema(other)
    const otherKey = await app.createKey({ rootId: 50 })
    const theirs = await made('/contents?model=author', { fields: { name: 'x' } }, otherKey)
    const ours = await made('/contents?model=author', { fields: { name: 'x' } })
    const body = { fields: {} }
    await refused(404, 'PUT', `/contents/${theirs}?model=author`, { key, body })
    await refused(404, 'DELETE', `/contents/${ours}`, { key: otherKey })
    await refused(400, 'POST', '/contents?model=article', {
      key,
      body: { fields: { author: theirs } },
    })
    await refused(400, 'POST', '/contents?model=article', { key: otherKey, body })
  })
})
