/** Accepted writes, and the data that they store. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { changeSettings } from '../content/settings.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { observeItem } from '../testing/observe.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('accepted writes', (freshApp) => {
  let app: TestApp
  const keys: Record<string, string> = {}
  const fields = { title: 'Sea' }
  const post = '/contents?model=article'

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    keys['all'] = await app.createKey()
    keys['published'] = await app.createKey({ reads: 'published' })
    // Items 1 (author) and 2 (article in tokyo), media 1.
    await write('POST', '/contents?model=author', { fields: { name: 'Ann' } })
    await write('POST', '/contents?model=article&space=tokyo', { fields: { title: 'Bay' } })
    await app.addMediaRecord(1)
  })

  async function write(method: string, path: string, body?: unknown): Promise<number> {
    const response = await app.call(method, path, { key: keys['all'] ?? '', body })
    assert.equal(response.status, 200, response.headers.get('x-service-detail') ?? '')
    const { id } = response.json as { id: number }
    assert.equal(response.text, `{"id":${id}}`)
    return id
  }

  it('accepts Content-Encoding: identity in any case', async () => {
    for (const coding of ['identity', 'Identity']) {
      const headers = { 'Content-Encoding': coding }
      const { status } = await app.call('POST', post, {
        key: keys['all'] ?? '',
        body: { fields },
        headers,
      })
      assert.equal(status, 200, coding)
    }
  })

  it('accepts values of every field type in two languages', async () => {
    const sent = {
      title: 'Sea',
      slug: 'sea',
      lead: 'one\r\ntwo',
      body: '<p>Text</p>',
      featured: true,
      kind: 'essay',
      starts_at: '2026-01-02T03:04:05+09:00',
      cover: 1,
      author: 1,
      links: [{ label: 'a', to: 2 }, { label: 'b' }],
      blocks: [
        { luid: 'quote', fields: { words: 'w', sources: [{ name: 'n', page: 1 }, { name: 'm' }] } },
        { luid: 'seo', fields: { meta_title: 'm', no_index: true } },
        { luid: 'quote', fields: { words: 'again' } },
      ],
      seo: { meta_title: 'meta', no_index: true },
    }
    const translation = { title: '海', links: [{ label: 'い' }], seo: { meta_title: 'メタ' } }
    const id = await write('POST', `${post}&published=true`, {
      fields: sent,
      'fields[ja]': translation,
    })
    const observed = await observeItem(app.deps.store, id)
    const stored = { ...sent, starts_at: '2026-01-01T18:04:05.000Z' }
    const times = { publishedAt: app.clock.now, lastPublishedAt: app.clock.now }
    assert.deepEqual(plain(observed), {
      space: '_parent',
      languages: {
        en: { draft: null, published: stored, ...times },
        ja: { draft: null, published: translation, ...times },
      },
    })
  })

  it('accepts Markdown, and multiselect values if the space allows them', async () => {
    const extendedWrites = (isOn: boolean) =>
      changeSettings(app.deps, { rootId: 1, settings: { extendedWrites: isOn }, actor: 'test' })
    await extendedWrites(true)
    const id = await write('POST', `${post}&ft_format=markdown`, {
      fields: { body: '# Hello\n\n- a', tags: ['hills', 'sea'] },
    })
    const values = (await observeItem(app.deps.store, id))?.languages['en']?.draft
    assert.deepEqual(values?.['tags'], ['hills', 'sea'])
    assert.match(String(values?.['body']), /<h1>Hello<\/h1>/)
    await extendedWrites(false)
    const off = { key: keys['all'] ?? '', body: { fields: { tags: ['sea'] } } }
    assert.equal((await app.call('POST', post, off)).status, 400)
  })

  it('PATCH merges field sets, replaces repeats and clears fields with null', async () => {
    const id = await write('POST', post, {
      fields: {
        title: 'a',
        lead: 'l',
        seo: { meta_title: 'm', no_index: true },
        links: [{ label: 'x' }, { label: 'y' }],
      },
    })
    await write('PATCH', `/contents/${id}?model=article`, {
      fields: { lead: null, seo: { meta_title: 'n' }, links: [{ label: 'z' }] },
    })
    const values = (await observeItem(app.deps.store, id))?.languages['en']?.draft
    const expected = {
      title: 'a',
      seo: { meta_title: 'n', no_index: true },
      links: [{ label: 'z' }],
    }
    assert.deepEqual(plain(values), expected)
  })

  it('returns the same response to a repeated Idempotency-Key of the same key and request for a day', async () => {
    const headers = { 'Idempotency-Key': 'form 1' }
    const send = (path: string, body: unknown, key = keys['all'] ?? '') =>
      app.call('POST', path, { key, body, headers })
    const first = await send(post, { fields })
    const again = await send(post, { fields })
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal((await send(post, { fields: { title: 'Other' } })).status, 400)
    assert.equal((await send(`${post}&published=true`, { fields })).status, 400)
    const other = await send(post, { fields }, keys['published'])
    assert.notEqual(other.text, first.text)
    app.clock.now += 24 * 60 * 60 * 1000
    const nextDay = await send(post, { fields: { title: 'Other' } })
    assert.equal(nextDay.status, 200)
    assert.notEqual(nextDay.text, first.text)
  })

  it('creates one item for concurrent requests with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'burst' }
    const send = (path: string) =>
      app.call('POST', path, { key: keys['all'] ?? '', body: { fields }, headers })
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(post)))
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    const copy = { key: keys['all'] ?? '', headers: { 'Idempotency-Key': 'copy' } }
    const copies = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/contents/1/duplicate', copy)),
    )
    assert.equal(new Set(copies.map(({ text }) => text)).size, 1)
    assert.equal(copies[0]?.status, 200)
  })

  it('duplicate copies all languages as drafts into the same space, and prefers drafts', async () => {
    const path = `${post}&space=tokyo&published=true`
    const id = await write('POST', path, {
      fields: { title: 'en', slug: 'dup', author: 1 },
      'fields[ja]': { title: 'ja' },
    })
    await write('PATCH', `/contents/${id}?model=article&space=tokyo`, {
      fields: { title: 'draft' },
    })
    const copy = await write('POST', `/contents/${id}/duplicate?space=tokyo`)
    const empty = { published: null, publishedAt: null, lastPublishedAt: null }
    assert.deepEqual(plain(await observeItem(app.deps.store, copy)), {
      space: 'tokyo',
      languages: {
        en: { draft: { title: 'draft', slug: 'dup', author: 1 }, ...empty },
        ja: { draft: { title: 'ja' }, ...empty },
      },
    })
  })

  it('drafts copies the published version and applies the body to it', async () => {
    const id = await write('POST', `${post}&published=true`, {
      fields: { title: 'en', lead: 'l' },
      'fields[ja]': { title: 'ja' },
    })
    await write('POST', `/contents/${id}/drafts`, {
      fields: { lead: null },
      'fields[ja]': { lead: 'リ' },
    })
    const observed = (await observeItem(app.deps.store, id))?.languages
    assert.deepEqual(plain([observed?.['en']?.draft, observed?.['ja']?.draft]), [
      { title: 'en' },
      { title: 'ja', lead: 'リ' },
    ])
    const again = await app.call('POST', `/contents/${id}/drafts`, { key: keys['all'] ?? '' })
    assert.equal(again.status, 400)
  })

  it('DELETE deletes an item, and a second DELETE returns 404', async () => {
    const id = await write('POST', post, { fields })
    assert.equal(await write('DELETE', `/contents/${id}`), id)
    assert.equal(await observeItem(app.deps.store, id), undefined)
    assert.equal(
      (await app.call('DELETE', `/contents/${id}`, { key: keys['all'] ?? '' })).status,
      404,
    )
  })

  it('accepts a trailing slash and any Content-Type', async () => {
    for (const type of [
      'text/plain',
      'application/json; charset=x',
      '///',
      'multipart/form-data',
    ]) {
      const headers = { 'Content-Type': type }
      const response = await app.call('POST', `/contents/?model=author`, {
        key: keys['all'] ?? '',
        body: '{"fields":{}}',
        headers,
      })
      assert.equal(response.status, 200, type)
    }
  })
})

/** Copies a value, because objects of a store may have no prototype. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value)
  return JSON.parse(text) as unknown
}
