/** Attacks that have hurt systems like this one, tried on the write API. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, it } from 'node:test'
import { defaultRootSettings, type RootDefinition } from '@octavo/schema/definitions.ts'
import { createKey, revokeKey } from '../access/keys.ts'
import { addMedia } from '../media/add-media.ts'
import { applySchema } from '../schema/apply.ts'
import { readSource } from '../schema/source.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { observeAll, observeItem } from '../testing/observe.ts'
import { sampleField } from '../testing/sample-root.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('attacks on the write API', (freshApp) => {
  let app: TestApp
  let key = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
  })

  async function made(path: string, body?: unknown, by = key): Promise<number> {
    const answer = await app.call('POST', path, { key: by, body })
    assert.equal(answer.status, 200, answer.headers.get('x-service-detail') ?? '')
    return (answer.json as { id: number }).id
  }

  /** Refused with this status, and nothing stored. */
  async function refused(status: number, ...[method, path, options]: Parameters<TestApp['call']>) {
    const before = await observeAll(app.deps.store)
    const answer = await app.call(method, path, options)
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
    assert.equal(await observeAll(app.deps.store), before)
    return answer
  }

  const hostile = [
    `'`,
    `"`,
    `';--`,
    `' or 1=1 --`,
    `'); drop table items; --`,
    `a || (select secret_hash from keys)`,
    `\\'; select pg_sleep(9); --`,
    `$1`,
    `?`,
    `%' escape '`,
    `{"a":1}`,
  ]

  it('A4: values, names, languages, keys and parameters never become SQL', async () => {
    for (const text of hostile) {
      const q = encodeURIComponent(text)
      await refused(400, 'POST', `/contents?model=${q}`, { key, body: { fields: {} } })
      await refused(400, 'POST', `/contents?model=article&space=${q}`, { key, body: { fields: {} } })
      await refused(404, 'DELETE', `/contents/${q}`, { key })
      await refused(401, 'DELETE', '/contents/1', { key: `octavo_1_${text}` })
      const body = { fields: { [text]: 1 }, [`fields[${text}]`]: {} }
      await refused(400, 'POST', '/contents?model=article', { key, body })
      const id = await made('/contents?model=article', {
        fields: { title: text, lead: text, links: [{ label: text }], seo: { meta_title: text } },
      })
      const stored = (await observeItem(app.deps.store, id))?.languages['en']?.draft
      assert.deepEqual([stored?.['title'], stored?.['lead']], [text, text])
      const headers = { 'Idempotency-Key': text }
      const once = await app.call('POST', '/contents?model=author', { key, body: { fields: {} }, headers })
      assert.equal(once.status, 200)
    }
    assert.deepEqual(app.logged, [])
  })

  it('A9: what runs in a browser never gets through, whichever door and format', async () => {
    const vectors = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<a href=" java\tscript:alert(1)">x</a>',
      '<svg onload=alert(1)>',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<p style="background:url(javascript:alert(1))">x</p>',
      '[x](javascript:alert(1))',
      '![x](data:text/html,<script>alert(1)</script>)',
    ]
    const publicKey = await app.createKey({ reads: 'published' })
    for (const vector of vectors) {
      for (const format of ['portable_html', 'markdown']) {
        const query = `model=article&published=true&ft_format=${format}`
        const fields = { title: 'x', body: vector }
        const id = await made(`/contents?${query}`, { fields })
        for (const method of ['PUT', 'PATCH']) {
          await app.call(method, `/contents/${id}?${query}`, { key, body: { fields } })
        }
        for (const out of ['html', 'portable_html']) {
          const path = `/contents/${id}?select=body&body[format]=${out}`
          const { json } = await app.call('GET', path, { key: publicKey })
          const html = (json as { body: string | null }).body ?? ''
          assert.doesNotMatch(html, /<script|<[^>]*\son\w+\s*=|<[^>]*(javascript:|data:text|srcdoc|style=)/i, vector)
        }
      }
    }
  })

  it('A12: not a byte of a body is taken before key, permission, space and limit are checked', async () => {
    const reader = await app.createKey({ writesContents: false })
    const tokyo = await app.createKey({ spaceIds: [2] })
    const limited = await app.createKey({ writeLimit: 1 })
    await made('/contents?model=author', { fields: {} }, limited)
    const cases: [key: string, status: number][] = [
      ['', 401],
      ['octavo_1_x', 401],
      [reader, 403],
      [tokyo, 403],
      [limited, 429],
    ]
    for (const [sent, status] of cases) {
      // The body is announced and never comes: whoever waits for it never answers.
      assert.equal(await statusWithoutBody(app, sent), status)
    }
  })

  it('A18: what was deleted and made again under the same name inherits nothing', async () => {
    const again = await freshApp()
    await again.applyTestSchema({ ...writeRoot, fieldSets: [], models: [], spaces: writeRoot.spaces.slice(0, 1) })
    const author = { luid: 'author', fields: [{ luid: 'name', type: 'text' }] }
    const kept = { luid: 'page', fields: [{ luid: 'title', type: 'text' }] }
    const whole = { languages: ['en'], spaces: [{ luid: 'tokyo' }, { luid: 'osaka' }], models: [author, kept] }
    const apply = (file: unknown) =>
      applySchema(again.deps, {
        rootId: 1,
        source: readSource(JSON.stringify(file), 'schema.json'),
        isPrune: true,
        isDryRun: false,
        isConfirmed: true,
        actor: 'test',
      })
    await apply(whole)
    const everywhere = await again.createKey()
    const { spaces } = await again.deps.store.read((tx) => tx.roots.load(1))
    const spaceIds = spaces.filter(({ luid }) => luid === 'tokyo').map(({ id }) => id)
    const tokyo = await again.createKey({ spaceIds })
    const call = (method: string, path: string, body?: unknown, by = everywhere) =>
      again.call(method, path, { key: by, body })
    const post = '/contents?model=author&published=true'
    const inTokyo = await call('POST', `${post}&space=tokyo`, { fields: { name: 'old' } }, tokyo)
    const inParent = await call('POST', post, { fields: { name: 'old' } })

    await apply({ ...whole, models: [kept], spaces: [{ luid: 'osaka' }] })
    await apply(whole)
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

    const { id: keyId, key: revoked } = await createKey(again.deps, { ...everything, name: 'same' })
    await revokeKey(again.deps, { rootId: 1, id: keyId, actor: 'test' })
    const next = await createKey(again.deps, { ...everything, name: 'same' })
    assert.notEqual(next.id, keyId)
    assert.equal((await call('POST', '/contents?model=author', { fields: {} }, revoked)).status, 401)
    const secret = revoked.split('_')[2] ?? ''
    const mixed = `octavo_${next.id}_${secret}`
    assert.equal((await call('POST', '/contents?model=author', { fields: {} }, mixed)).status, 401)
  })

  it('A19: a key of some spaces neither writes elsewhere nor learns what is there', async () => {
    const tokyo = await app.createKey({ spaceIds: [2] })
    const own = await made('/contents?model=article&space=tokyo', { fields: { title: 'own' } }, tokyo)
    const author = await made('/contents?model=author&space=osaka', { fields: {} })
    const article = await made('/contents?model=article&space=osaka', { fields: { title: 'x' } })
    const file = { rootId: 1, filename: 'a.pdf', bytes: Buffer.from('%PDF-'), alts: new Map(), actor: 'test' }
    const media = await addMedia(app.deps, { ...file, spaceId: 3 })
    const ownMedia = await addMedia(app.deps, { ...file, spaceId: 2 })

    const patch = `model=article&space=tokyo`
    const detailOf = async (fields: unknown, target: number) => {
      const options = { key: tokyo, body: { fields } }
      const answer = await refused(400, 'PATCH', `/contents/${own}?${patch}`, options)
      return answer.headers.get('x-service-detail')?.replaceAll(String(target), 'N')
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
      await refused(403, 'PUT', `/contents/${article}?model=article&space=${space}`, { key: tokyo, body })
      await refused(403, 'DELETE', `/contents/${article}?space=${space}`, { key: tokyo })
      await refused(403, 'POST', `/contents/${article}/duplicate?space=${space}`, { key: tokyo })
    }
    await refused(404, 'PATCH', `/contents/${article}?${patch}`, { key: tokyo, body: { fields: {} } })
    await refused(404, 'DELETE', `/contents/${article}?space=tokyo`, { key: tokyo })
    await refused(404, 'POST', `/contents/${article}/duplicate?space=tokyo`, { key: tokyo })
  })

  it('A19: a key of one root space knows nothing of another', async () => {
    const other: RootDefinition = {
      ...writeRoot,
      id: 50,
      luid: 'other',
      spaces: [{ id: 51, luid: '_parent', name: 'Other' }],
      fieldSets: [],
      models: [{ id: 52, luid: 'author', name: 'A', titleFieldId: 53, fields: [sampleField('text', 53, 'name')] }],
      settings: defaultRootSettings,
    }
    await app.applyTestSchema(other)
    const otherKey = await app.createKey({ rootId: 50 })
    const theirs = await made('/contents?model=author', { fields: { name: 'x' } }, otherKey)
    const ours = await made('/contents?model=author', { fields: { name: 'x' } })
    const body = { fields: {} }
    await refused(404, 'PUT', `/contents/${theirs}?model=author`, { key, body })
    await refused(404, 'DELETE', `/contents/${ours}`, { key: otherKey })
    await refused(400, 'POST', '/contents?model=article', { key, body: { fields: { author: theirs } } })
    await refused(400, 'POST', '/contents?model=article', { key: otherKey, body })
  })

  it('A20: system properties and unknown names are refused, prototypes stay clean', async () => {
    const names = ['_id', 'id', '_status', '_space', '_model', '_created_at', '_published_at', '_title', 'fields', 'constructor', 'toString', '__proto__']
    for (const name of names) {
      const body = `{"fields":{"title":"x",${JSON.stringify(name)}:{"isAdmin":true}}}`
      await refused(400, 'POST', '/contents?model=article', { key, body })
    }
    for (const name of ['fields[__proto__]', 'fields[constructor]', '__proto__', '_id', 'id', 'published', 'space']) {
      const body = `{"fields":{"title":"x"},${JSON.stringify(name)}:{"title":"y"}}`
      await refused(400, 'POST', '/contents?model=article', { key, body })
    }
    const nested = [
      '{"links":[{"__proto__":{"label":"x"}}]}',
      '{"seo":{"__proto__":{"meta_title":"x"}}}',
      '{"blocks":[{"luid":"__proto__","fields":{}}]}',
      '{"blocks":[{"luid":"seo","fields":{"constructor":1}}]}',
      '{"kind":"constructor"}',
    ]
    for (const fields of nested) {
      await refused(400, 'POST', '/contents?model=article', { key, body: `{"fields":${fields}}` })
    }
    assert.equal((Object.prototype as Record<string, unknown>)['isAdmin'], undefined)
    assert.deepEqual(app.logged, [])
  })

  it('bodies made to hurt are refused or stored, quickly', async () => {
    const bodies = [
      '['.repeat(2_000_000),
      `{"fields":${'{"seo":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
      `{"fields":{"links":${JSON.stringify(Array.from({ length: 100_000 }, () => ({})))}}}`,
      `{"fields":{"body":${JSON.stringify('<b>'.repeat(300_000))}}}`,
      `{"fields":{"body":${JSON.stringify('<div>'.repeat(150_000))}}}`,
      `{"fields":{"body":${JSON.stringify('> '.repeat(50_000))}}}`,
      `{"fields":{"title":"\\ud800"}}`,
      `{"fields":{"title":"\\u0000"}}`,
      `{"fields":{"author":1e400}}`,
      `{"fields":{"author":9007199254740993}}`,
    ]
    for (const body of bodies) {
      for (const format of ['portable_html', 'markdown']) {
        const start = performance.now()
        const answer = await app.call('POST', `/contents?model=article&ft_format=${format}`, { key, body })
        assert.ok([200, 400].includes(answer.status), `${answer.status} ${body.slice(0, 40)}`)
        assert.ok(performance.now() - start < 10_000, `${format} ${body.slice(0, 40)} took too long`)
      }
    }
    assert.deepEqual(app.logged, [])
  })
})

const everything = {
  rootId: 1,
  name: 'all',
  reads: 'draft',
  spaceIds: null,
  writesContents: true,
  writesMedia: true,
  readLimit: null,
  writeLimit: null,
  expiresAt: null,
  actor: 'test',
} as const

function statusWithoutBody(app: TestApp, key: string): Promise<number> {
  const { port } = new URL(app.addresses.api)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', reject)
    socket.once('data', (bytes) => {
      resolve(Number(bytes.toString('latin1').split(' ')[1]))
      socket.destroy()
    })
    const lines = ['POST /v1/contents?model=article HTTP/1.1', 'Host: x', 'Content-Length: 1000000']
    if (key !== '') lines.push(`X-SERVICE-API-KEY: ${key}`)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}
