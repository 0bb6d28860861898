/** Requests to write, one row each: what is answered, and what is stored or left alone. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createKey } from '../access/keys.ts'
import { addMedia } from '../media/add-media.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { observeAll, observeItem } from '../testing/observe.ts'
import { writeRoot } from '../testing/write-root.ts'

const codes: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  412: 'Precondition Failed',
}

testApps('requests to write', (freshApp) => {
  let app: TestApp
  const keys: Record<string, string> = {}

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    keys['all'] = await app.createKey()
    keys['published'] = await app.createKey({ reads: 'published' })
    keys['reader'] = await app.createKey({ writesContents: false })
    keys['tokyo'] = await app.createKey({ spaceIds: [2] })
    keys['expired'] = await app.createKey({ expiresAt: app.clock.now })
    keys['soon expired'] = await app.createKey({ expiresAt: app.clock.now + 1 })
    keys['disabled'] = await disabledKey(app)
    keys['wrong secret'] = `${keys['all']?.slice(0, -1)}${keys['all']?.endsWith('a') ? 'b' : 'a'}`
    keys['unknown id'] = `octavo_999_${'a'.repeat(40)}`
    keys['malformed'] = 'octavo_1'
    // Items 1 (author) and 2 (article in tokyo, published), media 1.
    await made('POST', '/contents?model=author', { fields: { name: 'Ann' } })
    await made('POST', '/contents?model=article&space=tokyo&published=true', {
      fields: { title: 'Bay', slug: 'bay' },
    })
    await addMedia(app.deps, {
      rootId: 1,
      spaceId: 1,
      filename: 'a.pdf',
      bytes: Buffer.from('%PDF-1.7'),
      alts: new Map(),
      actor: 'test',
    })
  })

  async function made(method: string, path: string, body?: unknown): Promise<number> {
    const answer = await app.call(method, path, { key: keys['all'] ?? '', body })
    assert.equal(answer.status, 200, answer.headers.get('x-service-detail') ?? '')
    const { id } = answer.json as { id: number }
    assert.equal(answer.text, `{"id":${id}}`)
    return id
  }

  const fields = { title: 'Sea' }
  const post = '/contents?model=article'
  const refused: {
    what: string
    request: readonly [method: string, path: string, body?: unknown]
    key?: string
    headers?: Record<string, string>
    status: number
    paths?: string[]
  }[] = [
    { what: 'no key', key: 'none', request: ['POST', post, { fields }], status: 401 },
    ...['malformed', 'unknown id', 'wrong secret', 'expired', 'disabled'].map(
      (key) => ({ what: `key: ${key}`, key, request: ['POST', post, { fields }], status: 401 }) as const,
    ),
    { what: 'a key that may only read', key: 'reader', request: ['POST', post, { fields }], status: 403 },
    { what: 'a key of other spaces', key: 'tokyo', request: ['POST', post, { fields }], status: 403 },
    { what: 'the same, told to go there', key: 'tokyo', request: ['POST', `${post}&space=osaka`, { fields }], status: 403 },
    { what: 'the same, to no space at all', key: 'tokyo', request: ['POST', `${post}&space=nowhere`, { fields }], status: 403 },
    { what: 'no such space', request: ['POST', `${post}&space=nowhere`, { fields }], status: 400, paths: ['space'] },
    { what: 'an empty space', request: ['POST', `${post}&space=`, { fields }], status: 400, paths: ['space'] },
    { what: 'two spaces', request: ['POST', `${post}&space=tokyo&space=osaka`, { fields }], status: 400, paths: ['space'] },
    { what: 'permission before parameters', key: 'reader', request: ['POST', '/contents?published=x', '{'], status: 403 },
    { what: 'space before parameters', key: 'tokyo', request: ['POST', '/contents?published=x', '{'], status: 403 },

    { what: 'no model', request: ['POST', '/contents', { fields }], status: 400, paths: ['model'] },
    { what: 'an unknown model', request: ['POST', '/contents?model=page', { fields }], status: 400, paths: ['model'] },
    {
      what: 'all parameters wrong',
      request: ['POST', '/contents?published=yes&ft_format=html', { fields }],
      status: 400,
      paths: ['model', 'published', 'ft_format'],
    },
    { what: 'model given twice', request: ['POST', `${post}&model=article`, { fields }], status: 400, paths: ['model'] },
    { what: 'published=1', request: ['POST', `${post}&published=1`, { fields }], status: 400, paths: ['published'] },
    { what: 'published=TRUE', request: ['POST', `${post}&published=TRUE`, { fields }], status: 400, paths: ['published'] },
    { what: 'an empty published', request: ['POST', `${post}&published=`, { fields }], status: 400, paths: ['published'] },
    { what: 'a malformed query', request: ['POST', `${post}&x=%zz`, { fields }], status: 400, paths: ['x'] },

    { what: 'no body', request: ['POST', post], status: 400 },
    { what: 'malformed JSON', request: ['POST', post, '{"fields":'], status: 400 },
    { what: 'a list', request: ['POST', post, '[]'], status: 400 },
    { what: 'null', request: ['POST', post, 'null'], status: 400 },
    { what: 'an empty object', request: ['POST', post, {}], status: 400, paths: ['fields'] },
    { what: 'fields that are no object', request: ['POST', post, { fields: [] }], status: 400, paths: ['fields'] },
    { what: 'no main language', request: ['POST', post, { 'fields[ja]': fields }], status: 400, paths: ['fields'] },
    {
      what: 'the main language twice',
      request: ['POST', post, { fields, 'fields[en]': fields }],
      status: 400,
      paths: ['fields[en]'],
    },
    {
      what: 'an unknown language, and an unknown name',
      request: ['POST', post, { fields, 'fields[fr]': fields, title: 'x' }],
      status: 400,
      paths: ['fields[fr]', 'title'],
    },
    {
      what: 'a field that is not translatable',
      request: ['POST', post, { fields, 'fields[ja]': { slug: 'sea', seo: { no_index: true } } }],
      status: 400,
      paths: ['fields[ja].slug', 'fields[ja].seo.no_index'],
    },
    {
      what: 'wrong values of every type',
      request: [
        'POST',
        post,
        {
          fields: {
            title: 1,
            lead: [],
            body: {},
            featured: 'true',
            kind: 'novel',
            tags: ['sea'],
            starts_at: '2026-01-01',
            cover: 99,
            author: 2,
            links: [{ label: 'a' }, { label: 2, to: 'x', no: 1 }],
            blocks: [{ luid: 'quote', fields: { sources: [{ page: 98 }, { name: 3 }] } }, { luid: 'no' }],
            seo: { meta_title: false },
            constructor: 1,
            _status: 'published',
          },
        },
      ],
      status: 400,
      paths: [
        'fields.constructor',
        'fields._status',
        'fields.title',
        'fields.lead',
        'fields.body',
        'fields.featured',
        'fields.kind',
        'fields.tags',
        'fields.starts_at',
        'fields.links[1].no',
        'fields.links[1].label',
        'fields.links[1].to',
        'fields.blocks[0].fields.sources[1].name',
        'fields.blocks[1].luid',
        'fields.seo.meta_title',
        'fields.author',
        'fields.blocks[0].fields.sources[0].page',
        'fields.cover',
      ],
    },
    {
      what: 'rules of publication, in two languages',
      request: [
        'POST',
        `${post}&published=true`,
        {
          fields: { slug: 'NO', seo: { meta_title: 'much too long' } },
          'fields[ja]': { title: 'x'.repeat(21) },
        },
      ],
      status: 400,
      paths: ['fields.title', 'fields.slug', 'fields.seo.meta_title', 'fields[ja].title'],
    },
    {
      what: 'a unique value that is taken',
      request: ['POST', `${post}&space=tokyo&published=true`, { fields: { title: 'x', slug: 'bay' } }],
      status: 400,
      paths: ['fields.slug'],
    },

    { what: 'PUT of nothing there', request: ['PUT', '/contents/77?model=author', { fields: {} }], status: 404 },
    { what: 'PUT in another space', request: ['PUT', '/contents/1?model=author&space=tokyo', { fields: {} }], status: 404 },
    { what: 'PUT as another model', request: ['PUT', '/contents/1?model=article', { fields: {} }], status: 400, paths: ['model'] },
    { what: 'PUT without model', request: ['PUT', '/contents/1', { fields: {} }], status: 400, paths: ['model'] },
    { what: 'PUT without the main language', request: ['PUT', '/contents/1?model=author', { 'fields[ja]': {} }], status: 400, paths: ['fields'] },
    { what: 'PATCH without any language', request: ['PATCH', '/contents/1?model=author', {}], status: 400, paths: ['fields'] },
    { what: 'PATCH as another model', request: ['PATCH', '/contents/1?model=article', { fields: {} }], status: 400, paths: ['model'] },
    { what: 'DELETE in another space', request: ['DELETE', '/contents/1?space=tokyo'], status: 404 },
    { what: 'DELETE of what is not there', request: ['DELETE', '/contents/77'], status: 404 },
    { what: 'duplicate in another space', request: ['POST', '/contents/1/duplicate?space=osaka'], status: 404 },
    { what: 'drafts of a draft', request: ['POST', '/contents/1/drafts'], status: 400 },
    { what: 'drafts with a wrong value', request: ['POST', '/contents/2/drafts?space=tokyo', { fields: { title: 1 } }], status: 400, paths: ['fields.title'] },
    ...['0', '-1', '01', '1.5', 'x', '1e3', '99999999999999999999', '%20', '9007199254740993'].map(
      (id) => ({ what: `id ${id}`, request: ['DELETE', `/contents/${id}`], status: 404 }) as const,
    ),
    { what: 'PUT on the list', request: ['PUT', '/contents?model=author', { fields: {} }], status: 404 },
    { what: 'an unknown path', request: ['POST', '/contents/1/publish'], status: 404 },
    {
      what: 'If-Match of something else',
      request: ['PATCH', '/contents/1?model=author', { fields: { name: 'x' } }],
      headers: { 'If-Match': '"999.abc", "x"' },
      status: 412,
    },
    { what: 'If-Match on DELETE', request: ['DELETE', '/contents/1'], headers: { 'If-Match': '"9.x"' }, status: 412 },
    {
      what: 'an Idempotency-Key that is too long',
      request: ['POST', post, { fields }],
      headers: { 'Idempotency-Key': 'x'.repeat(256) },
      status: 400,
      paths: ['Idempotency-Key'],
    },
    {
      what: 'a compressed body',
      request: ['POST', post, { fields }],
      headers: { 'Content-Encoding': 'gzip' },
      status: 400,
    },
  ]
  for (const { what, request, key = 'all', headers = {}, status, paths } of refused) {
    it(`refuses ${what}: ${status}, and stores nothing`, async () => {
      const [method, path, body] = request
      const before = await observeAll(app.deps.store)
      const sent = { body, ...(key !== 'none' && { key: keys[key] ?? '' }) }
      const answer = await app.call(method, path, { ...sent, headers })
      const expected = { status: String(status), code: codes[status] }
      assert.deepEqual([answer.status, answer.json], [status, expected])
      assert.match(answer.headers.get('x-service-detail') ?? '', /^[ -~]+$/)
      const accept = { ...headers, Accept: 'application/problem+json' }
      const problem = await app.call(method, path, { ...sent, headers: accept })
      assert.equal(problem.status, status)
      if (paths) assert.deepEqual(pathsIn(problem.json), paths)
      assert.equal(await observeAll(app.deps.store), before)
      assert.deepEqual(app.logged, [])
    })
  }

  it('the same 401 for every bad key', async () => {
    const answers = await Promise.all(
      ['malformed', 'unknown id', 'wrong secret', 'expired', 'disabled'].map(async (key) => {
        const { status, text, headers } = await app.call('POST', post, { key: keys[key] ?? '' })
        return JSON.stringify([status, text, headers.get('x-service-detail')])
      }),
    )
    assert.equal(new Set(answers).size, 1)
    const missing = await app.call('POST', post)
    assert.equal(missing.status, 401)
    const valid = await app.call('POST', post, { key: keys['soon expired'] ?? '', body: { fields } })
    assert.equal(valid.status, 200)
  })

  it('takes every shape of value, in both stages and two languages', async () => {
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
    const id = await made('POST', `${post}&published=true`, { fields: sent, 'fields[ja]': translation })
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

  it('takes markdown, and multi select where the space allows it', async () => {
    await app.applyTestSchema(writeRoot, { extendedWrites: true })
    const id = await made('POST', `${post}&ft_format=markdown`, {
      fields: { body: '# Hello\n\n- a', tags: ['hills', 'sea'] },
    })
    const values = (await observeItem(app.deps.store, id))?.languages['en']?.draft
    assert.deepEqual(values?.['tags'], ['hills', 'sea'])
    assert.match(String(values?.['body']), /<h1>Hello<\/h1>/)
    await app.applyTestSchema(writeRoot)
  })

  it('PATCH merges inside a field set, replaces a repeat whole, and empties with null', async () => {
    const id = await made('POST', post, {
      fields: { title: 'a', lead: 'l', seo: { meta_title: 'm', no_index: true }, links: [{ label: 'x' }, { label: 'y' }] },
    })
    await made('PATCH', `/contents/${id}?model=article`, {
      fields: { lead: null, seo: { meta_title: 'n' }, links: [{ label: 'z' }] },
    })
    const values = (await observeItem(app.deps.store, id))?.languages['en']?.draft
    const expected = { title: 'a', seo: { meta_title: 'n', no_index: true }, links: [{ label: 'z' }] }
    assert.deepEqual(plain(values), expected)
  })

  it('answers the same to a repeated Idempotency-Key, once a day, by key and by request', async () => {
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

  it('makes one item of a request that arrives many times at once', async () => {
    const headers = { 'Idempotency-Key': 'burst' }
    const send = (path: string) => app.call('POST', path, { key: keys['all'] ?? '', body: { fields }, headers })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(post)))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const copy = { key: keys['all'] ?? '', headers: { 'Idempotency-Key': 'copy' } }
    const copies = await Promise.all([1, 2, 3].map(() => app.call('POST', '/contents/1/duplicate', copy)))
    assert.equal(new Set(copies.map(({ text }) => text)).size, 1)
    assert.equal(copies[0]?.status, 200)
  })

  it('duplicate copies all languages as drafts, drafts in preference, into the same space', async () => {
    const path = `${post}&space=tokyo&published=true`
    const id = await made('POST', path, {
      fields: { title: 'en', slug: 'dup', author: 1 },
      'fields[ja]': { title: 'ja' },
    })
    await made('PATCH', `/contents/${id}?model=article&space=tokyo`, { fields: { title: 'draft' } })
    const copy = await made('POST', `/contents/${id}/duplicate?space=tokyo`)
    const empty = { published: null, publishedAt: null, lastPublishedAt: null }
    assert.deepEqual(plain(await observeItem(app.deps.store, copy)), {
      space: 'tokyo',
      languages: {
        en: { draft: { title: 'draft', slug: 'dup', author: 1 }, ...empty },
        ja: { draft: { title: 'ja' }, ...empty },
      },
    })
  })

  it('drafts adds a copy of what is published, with the body laid over it', async () => {
    const id = await made('POST', `${post}&published=true`, {
      fields: { title: 'en', lead: 'l' },
      'fields[ja]': { title: 'ja' },
    })
    await made('POST', `/contents/${id}/drafts`, { fields: { lead: null }, 'fields[ja]': { lead: 'リ' } })
    const observed = (await observeItem(app.deps.store, id))?.languages
    assert.deepEqual(plain([observed?.['en']?.draft, observed?.['ja']?.draft]), [
      { title: 'en' },
      { title: 'ja', lead: 'リ' },
    ])
    const again = await app.call('POST', `/contents/${id}/drafts`, { key: keys['all'] ?? '' })
    assert.equal(again.status, 400)
  })

  it('DELETE takes an item away; a second one finds nothing', async () => {
    const id = await made('POST', post, { fields })
    assert.equal(await made('DELETE', `/contents/${id}`), id)
    assert.equal(await observeItem(app.deps.store, id), undefined)
    assert.equal((await app.call('DELETE', `/contents/${id}`, { key: keys['all'] ?? '' })).status, 404)
  })

  it('works with a slash at the end, and with any Content-Type or none', async () => {
    for (const type of ['text/plain', 'application/json; charset=x', '///', 'multipart/form-data']) {
      const headers = { 'Content-Type': type }
      const answer = await app.call('POST', `/contents/?model=author`, { key: keys['all'] ?? '', body: '{"fields":{}}', headers })
      assert.equal(answer.status, 200, type)
    }
  })

  it('a revoked key is refused at once', async () => {
    const { id, key } = await createKey(app.deps, { ...anyKey, name: 'revoked' })
    assert.equal((await app.call('POST', post, { key, body: { fields } })).status, 200)
    await app.deps.store.write((tx) => tx.keys.remove(id))
    assert.equal((await app.call('POST', post, { key, body: { fields } })).status, 401)
  })
})

const anyKey = {
  rootId: 1,
  name: 'any',
  reads: 'draft',
  spaceIds: null,
  writesContents: true,
  writesMedia: false,
  readLimit: null,
  writeLimit: null,
  expiresAt: null,
  actor: 'test',
} as const

async function disabledKey(app: TestApp): Promise<string> {
  const { id, key } = await createKey(app.deps, { ...anyKey, name: 'disabled' })
  await app.deps.store.write(async (tx) => {
    const record = await tx.keys.load(id)
    if (record) await tx.keys.update({ ...record, disabledAt: 1 })
  })
  return key
}

function pathsIn(json: unknown): string[] {
  return (json as { problems: { path: string }[] }).problems.map(({ path }) => path)
}

/** Without the prototypes that a store's objects may lack. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
