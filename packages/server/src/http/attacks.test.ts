/** Known attacks on similar systems, tried on the write API. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { observeItem } from '../testing/observe.ts'
import { writeBench, type WriteBench } from '../testing/write-bench.ts'

testApps('attacks on the write API', (freshApp) => {
  let app: TestApp
  let key = ''
  let made: WriteBench['made']
  let refused: WriteBench['refused']

  before(async () => {
    ;({ app, key, made, refused } = await writeBench(await freshApp()))
  })

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

  it('A4: values, names, languages, keys and parameters are never executed as SQL', async () => {
    for (const text of hostile) {
      const q = encodeURIComponent(text)
      await refused(400, 'POST', `/contents?model=${q}`, { key, body: { fields: {} } })
      await refused(400, 'POST', `/contents?model=article&space=${q}`, {
        key,
        body: { fields: {} },
      })
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
      const once = await app.call('POST', '/contents?model=author', {
        key,
        body: { fields: {} },
        headers,
      })
      assert.equal(once.status, 200)
    }
    assert.deepEqual(app.logged, [])
  })

  it('A9: scripts are removed from text by every method and format', async () => {
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
          assert.doesNotMatch(
            html,
            /<script|<[^>]*\son\w+\s*=|<[^>]*(javascript:|data:text|srcdoc|style=)/i,
            vector,
          )
        }
      }
    }
  })

  it('A12: key, permission, space and limit are checked before the body is read', async () => {
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
      // The body never arrives: a server that waits for it would not respond.
      assert.equal(await statusWithoutBody(app, sent), status)
    }
  })

  it('A20: rejects system properties and unknown names, and does not pollute prototypes', async () => {
    const names = [
      '_id',
      'id',
      '_status',
      '_space',
      '_model',
      '_created_at',
      '_published_at',
      '_title',
      'fields',
      'constructor',
      'toString',
      '__proto__',
    ]
    for (const name of names) {
      const body = `{"fields":{"title":"x",${JSON.stringify(name)}:{"isAdmin":true}}}`
      await refused(400, 'POST', '/contents?model=article', { key, body })
    }
    for (const name of [
      'fields[__proto__]',
      'fields[constructor]',
      '__proto__',
      '_id',
      'id',
      'published',
      'space',
    ]) {
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
})

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
