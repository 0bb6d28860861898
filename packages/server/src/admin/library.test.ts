/** Media, definitions, keys, the audit log and live changes. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { adminPath } from '@octavo/schema/admin-api.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { readEvents } from '../testing/sse.ts'
import { freshStudio, memberOf, type StudioCaller } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

function formWith(bytes: Uint8Array<ArrayBuffer> | string, name: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return form
}

function pathsOf(json: unknown): string[] {
  return (json as AdminError).problems.map(({ path }) => path)
}

testApps('media, keys, definitions and logs in Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function upload(name: string, space = '_parent', bytes?: string): Promise<MediaItem> {
    const body = formWith(bytes ?? new Uint8Array(pixel), name)
    const response = await owner.call('uploadMedia', { query: { space }, body })
    assert.equal(response.status, 200, response.text)
    return response.json
  }

  it('media: upload, search, texts, use, replacement, archive and trash', async () => {
    const media = await upload('Ｃａｔ.png')
    assert.deepEqual([media.type, media.width, media.space], ['image/png', 1, '_parent'])
    await upload('notes.bin', 'tokyo', 'plain text')
    const list = async (query: object) => {
      const { json } = await owner.call('listMedia', { query: query as Record<string, string> })
      return [json.total, json.rows.map(({ filename }) => filename)]
    }
    assert.deepEqual(await list({ contains: 'cat' }), [1, ['Ｃａｔ.png']])
    assert.deepEqual(await list({ kind: 'image' }), [1, ['Ｃａｔ.png']])
    assert.deepEqual(await list({ kind: 'other', space: 'tokyo' }), [1, ['notes.bin']])
    assert.deepEqual(await list({ order: 'bytes', limit: '1' }), [2, ['notes.bin']])

    const { id } = media
    const alts = { en: 'A cat', ja: '猫' }
    const texts = await owner.call('changeMedia', { params: { id }, body: { alts } })
    assert.deepEqual(texts.json.alts, alts)
    assert.deepEqual(await list({ contains: '猫' }), [1, ['Ｃａｔ.png']])
    const unknown = await owner.call('changeMedia', { params: { id }, body: { alts: { xx: 'x' } } })
    assert.deepEqual(pathsOf(unknown.json), ['alts.xx'])

    const languages = { en: { fields: { title: 'Uses', cover: id } } }
    const user = await owner.call('createItem', { body: { model: 'article', languages } })
    assert.equal(user.json.media[id]?.alt, 'A cat')
    const uses = await owner.call('listMediaReferrers', { params: { id } })
    assert.deepEqual(
      uses.json.rows.map(({ title, places }) => [title, places[0]?.path]),
      [['Uses', 'cover']],
    )

    const replaced = await owner.call('replaceMedia', {
      params: { id },
      body: formWith('other bytes', 'Ｃａｔ.png'),
    })
    assert.equal(replaced.status, 200, replaced.text)
    assert.notEqual(replaced.json.url, media.url, 'other bytes have another URL')
    assert.deepEqual([replaced.json.id, replaced.json.alts], [id, alts])
    const served = await fetch(
      replaced.json.url.replace('http://assets.test', app.addresses.assets),
    )
    assert.equal(await served.text(), 'other bytes')

    for (const [action, state] of [
      ['archive', 'archived'],
      ['delete', 'trash'],
    ] as const) {
      const done = await owner.call('changeMediaState', { body: { action, ids: [id] } })
      assert.equal(done.status, 200, done.text)
      assert.equal((await list({ state }))[0], 1)
    }
    await owner.call('changeMediaState', { body: { action: 'restore', ids: [id] } })
    const none = await owner.call('changeMediaState', {
      body: { action: 'archive', ids: [id, 99_999] },
    })
    assert.equal(none.status, 404)
  })

  it('members cannot see media of other spaces', async () => {
    const { id } = await upload('osaka.png', 'osaka')
    const member = await memberOf(app, owner, 'editor', ['tokyo'])
    assert.equal((await member.call('readMedia', { params: { id } })).status, 404)
    const body = { action: 'delete', ids: [id] }
    assert.equal((await member.call('changeMediaState', { body })).status, 404)
    const form = formWith('x', 'x')
    assert.equal(
      (await member.call('uploadMedia', { query: { space: 'osaka' }, body: form })).status,
      403,
    )
    assert.equal((await member.call('replaceMedia', { params: { id }, body: form })).status, 404)
    const rows = (await member.call('listMedia')).json.rows.map(({ space }) => space)
    assert.ok(rows.every((space) => space === 'tokyo'))
  })

  it('keys: shown once, changed, disabled, revoked', async () => {
    const made = await owner.call('createKey', {
      body: { name: 'Site', reads: 'published', spaces: ['tokyo'], readLimit: 0 },
    })
    assert.equal(made.status, 200, made.text)
    const { key, info } = made.json
    assert.deepEqual([info.spaces, info.readLimit, info.writesContents], [['tokyo'], 0, false])
    const read = () => app.call('GET', '/contents', { key })
    assert.equal((await read()).status, 200)
    const params = { id: info.id }
    await owner.call('changeKey', { params, body: { isDisabled: true, name: 'Old' } })
    assert.equal((await read()).status, 401)
    const again = await owner.call('changeKey', {
      params,
      body: { isDisabled: false, spaces: null },
    })
    assert.deepEqual(
      [again.json.name, again.json.spaces, again.json.disabledAt],
      ['Old', null, null],
    )
    assert.equal((await read()).status, 200)
    await owner.call('revokeKey', { params })
    assert.equal((await read()).status, 401)
    const bad = await owner.call('createKey', {
      body: { name: '', reads: 'all', spaces: [], readLimit: -1 },
    })
    assert.deepEqual(pathsOf(bad.json), ['name', 'reads', 'spaces', 'readLimit'])
    const past = { name: 'x', reads: 'draft', expiresAt: '2020-01-01T00:00:00Z' }
    assert.deepEqual(pathsOf((await owner.call('createKey', { body: past })).json), ['expiresAt'])
  })

  it('the explorer responds as the API does', async () => {
    const key = await app.createKey({ reads: 'published' })
    for (const path of [
      '/contents?limit=2&depth=0',
      '/contents/999',
      '/contents?none[eq]=1',
      '/x',
    ]) {
      const real = await app.call('GET', path, { key })
      const { json } = await owner.call('explore', { body: { view: 'published', path } })
      assert.deepEqual([json.status, json.body], [real.status, real.text], path)
    }
    const refused = await owner.call('explore', {
      body: { view: 'published', path: '/contents?none[eq]=1&limit=0' },
    })
    assert.deepEqual(
      refused.json.problems.map(({ path, code }) => `${path} ${code}`),
      ['limit wholeNumber', 'none[eq] filterUnknownOf'],
    )
    const quoted = await owner.call('explore', {
      body: { view: 'draft', path: "/contents?contains='" },
    })
    assert.ok(quoted.json.curl.endsWith(String.raw`contents?contains='\'''`), quoted.json.curl)
  })

  it('live: sends a change that was made through the API', async () => {
    const key = await app.createKey()
    const url = `${app.addresses.api}${adminPath}/roots/main/events`
    const events = await readEvents(url, { cookie: owner.cookie })
    assert.equal((await events.next())?.event, 'ready')
    const made = await app.call('POST', '/contents?model=author', { key, body: { fields: {} } })
    const event = await events.next()
    const { id } = made.json as { id: number }
    assert.equal(event?.event, 'change')
    assert.ok(event)
    const { subjectId, kind, action, model, actor } = event.data as Record<string, unknown>
    assert.deepEqual(
      { subjectId, kind, action, model, actor: (actor as { kind: string }).kind },
      { subjectId: id, kind: 'item', action: 'create', model: 'author', actor: 'key' },
    )
    events.stop()
  })

  it('live: sends items of a new model with the name of the model', async () => {
    const key = await app.createKey()
    const url = `${app.addresses.api}${adminPath}/roots/main/events`
    const events = await readEvents(url, { cookie: owner.cookie })
    const { json: read } = await owner.call('readSchema')
    const city = {
      luid: 'city',
      name: 'City',
      fields: [{ luid: 'name', name: 'Name', type: 'text' }],
    }
    const schema = { ...read.schema, models: [...read.schema.models, city] }
    const change = { isPrune: false, isConfirmed: false, expectedVersion: read.version }
    const applied = await owner.call('applySchema', { body: { schema, ...change } })
    assert.equal(applied.status, 200, applied.text)
    await app.call('POST', '/contents?model=city', { key, body: { fields: {} } })
    let received: Record<string, unknown> | undefined
    do received = (await events.next())?.data as typeof received
    while (received && received['kind'] !== 'item')
    events.stop()
    assert.equal(received?.['model'], 'city')
  })

  it('definitions: read, previewed, and applied to the expected version only', async () => {
    const { json: read } = await owner.call('readSchema')
    const models = read.schema.models.map((model) =>
      model.luid === 'author' ? { ...model, luid: 'writer', was: 'author' } : model,
    )
    const point = (field: { models?: string[] }) =>
      field.models ? { ...field, models: ['writer'] } : field
    const schema = {
      ...read.schema,
      models: models.map((model) => ({ ...model, fields: model.fields.map(point) })),
    }
    const preview = await owner.call('previewSchema', { body: { schema, isPrune: true } })
    assert.equal(preview.status, 200, preview.text)
    assert.deepEqual(
      [preview.json.isChanged, preview.json.losses, preview.json.problems],
      [true, [], []],
    )
    const wrong = await owner.call('previewSchema', {
      body: { schema: { ...schema, models: [{ luid: 'A b', fields: [] }] }, isPrune: false },
    })
    assert.deepEqual(
      wrong.json.problems.map(({ path }) => path),
      ['models[0].luid'],
    )
    const body = { schema, isPrune: true, isConfirmed: false, expectedVersion: read.version }
    const applied = await owner.call('applySchema', { body })
    assert.equal(applied.status, 200, applied.text)
    assert.ok(applied.json.models.some(({ luid }) => luid === 'writer'))
    assert.equal((await owner.call('applySchema', { body })).status, 412)

    const { version } = applied.json
    const without = { ...schema, models: schema.models.filter(({ luid }) => luid === 'writer') }
    const pruned = { schema: without, isPrune: true, expectedVersion: version }
    const lossy = await owner.call('applySchema', { body: { ...pruned, isConfirmed: false } })
    assert.equal(lossy.status, 400)
    const counts = await owner.call('countContents')
    assert.equal(counts.json.models['article']?.active, 1)
    const confirmed = await owner.call('applySchema', { body: { ...pruned, isConfirmed: true } })
    assert.equal(confirmed.status, 200, confirmed.text)

    const settings = {
      extendedWrites: true,
      iframeHosts: ['video.example'],
      textElements: ['note'],
    }
    const changed = await owner.call('changeSettings', { body: settings })
    assert.deepEqual(changed.json, { ...writeRoot.settings, ...settings })
    const hosts = { iframeHosts: ['https://x'], textElements: ['A'] }
    assert.deepEqual(pathsOf((await owner.call('changeSettings', { body: hosts })).json), [
      'iframeHosts[0]',
      'textElements[0]',
    ])
  })

  it('the audit log lists all changes in pages', async () => {
    const seen: string[] = []
    for (let last = ''; ;) {
      const query = { limit: '3', ...(last && { before: last }) }
      const { json } = await owner.call('listAuditEntries', { query })
      seen.push(...json.deeds.map(({ kind, action }) => `${kind} ${action}`))
      if (json.next === null) break
      last = String(json.next)
    }
    const all = await app.deps.store.read((tx) => tx.changes.after(0, 1000))
    assert.deepEqual(seen, all.map(({ kind, action }) => `${kind} ${action}`).toReversed())
    const usage = await owner.call('readUsage')
    assert.equal(usage.json.stored.media, 3)
    assert.deepEqual(app.logged, [])
  })

  it('a media URL never serves other bytes, regardless of file names', async () => {
    const long = `${'x'.repeat(300)}.txt`
    const { id, url } = await upload('a.txt', '_parent', 'one')
    const addresses = new Map([[url, 'one']])
    const files = [
      ['b.txt', 'two'],
      ['a.txt', 'three'],
      ['c.txt', 'three'],
      ['c.txt', 'four'],
      ['a.txt', 'four'],
      [long, 'five'],
      [long, 'six'],
    ] as const
    for (const [name, bytes] of files) {
      const body = formWith(bytes, name)
      const { json } = await owner.call('replaceMedia', { params: { id }, body })
      assert.equal(addresses.get(json.url) ?? bytes, bytes, json.url)
      addresses.set(json.url, bytes)
    }
    const again = { params: { id }, body: formWith('six', long) }
    assert.equal((await owner.call('replaceMedia', again)).json.url, [...addresses.keys()].at(-1))
  })
})
