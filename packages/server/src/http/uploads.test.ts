/** Uploading and deleting media: the responses, and the effects on stored files. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { formOf, servedAt, traces, upload } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('uploads', (freshApp) => {
  let app: TestApp
  let key = ''
  let reader = ''
  let tokyo = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
    reader = await app.createKey({ writesMedia: false })
    tokyo = await app.createKey({ spaceIds: [2] })
  })

  const idOf = (json: unknown): number => (json as { id: number }).id

  it('stores a file, serves it at the URL in Location, and shows it in content', async () => {
    const bytes = randomBytes(300_000)
    const query = '?alt=Sea&alt[ja]=%E6%B5%B7&space=tokyo&utm=x'
    const response = await upload(app, key, formOf(bytes, '海 1.bin', 'text/html'), { query })
    assert.equal(response.status, 200)
    const id = idOf(response.json)
    assert.equal(response.text, `{"id":${id}}`)
    const url = `/spaces/2/media/${id}/_/${encodeURIComponent('海 1.bin')}`
    assert.equal(response.headers.get('location'), app.deps.assetsUrl + url)
    const served = await fetch(servedAt(app, response))
    assert.equal(served.headers.get('content-type'), 'application/octet-stream')
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)

    const item = await app.call('POST', '/contents?model=article&published=true', {
      key,
      body: { fields: { title: 'A', cover: id }, 'fields[ja]': { title: 'B', cover: id } },
    })
    const coverIn = async (lang: string): Promise<unknown> => {
      const { json } = await app.call(
        'GET',
        `/contents/${idOf(item.json)}?lang=${lang}&select=cover`,
        { key },
      )
      return (json as { cover: unknown }).cover
    }
    const shown = { url: app.deps.assetsUrl + url, alt: 'Sea' }
    assert.deepEqual(await coverIn('en'), shown)
    assert.deepEqual(await coverIn('ja'), { ...shown, alt: '海' })

    const gone = await app.call('DELETE', `/media/${id}?space=tokyo`, { key })
    assert.deepEqual([gone.status, gone.text], [200, `{"id":${id}}`])
    assert.equal(await coverIn('en'), null)
    assert.equal((await fetch(servedAt(app, response))).status, 404)
    const again = await app.call('DELETE', `/media/${id}?space=tokyo`, { key })
    assert.equal(again.status, 404)
  })

  it('stores one file for separate media with the same bytes', async () => {
    const bytes = randomBytes(1000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const first = await upload(app, key, formOf(bytes, 'one'))
    const second = await upload(app, key, formOf(bytes, 'two'))
    assert.notEqual(idOf(first.json), idOf(second.json))
    assert.equal((await traces(app)).files.filter((name) => name === sha256).length, 1)
    await app.call('DELETE', `/media/${idOf(first.json)}`, { key })
    assert.equal((await fetch(servedAt(app, second))).status, 200)
  })

  it('stores a file once for repeated requests with the same Idempotency-Key', async () => {
    const [bytes, headers] = [randomBytes(1000), { 'Idempotency-Key': 'upload-1' }]
    const earlier = await traces(app)
    const send = (filename: string, query = '?alt=A') =>
      upload(app, key, formOf(bytes, filename), { query, headers })
    const [first, second] = await Promise.all([send('one'), send('one')])
    assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
    assert.equal(second.headers.get('location'), first.headers.get('location'))
    assert.equal((await traces(app)).records, earlier.records + 1)
    await app.call('DELETE', `/media/${idOf(first.json)}`, { key })
    assert.equal((await send('one')).text, first.text)
    for (const other of [send('two'), send('one', '?alt=B'), send('one', '?space=tokyo')]) {
      const { status, headers: received } = await other
      assert.equal(status, 400)
      assert.match(received.get('x-service-detail') ?? '', /Idempotency-Key: was used before/)
    }
    const refused = await upload(app, key, formOf(bytes), { headers: { 'Idempotency-Key': '' } })
    assert.equal(refused.status, 400)
    assert.equal((await traces(app)).records, earlier.records + 1)
    const others = await upload(app, await app.createKey(), formOf(bytes, 'one'), { headers })
    assert.notEqual(idOf(others.json), idOf(first.json))
  })

  it('records changes with every scope', async () => {
    const { store } = app.deps
    const latest = await store.read((tx) => tx.changes.latest())
    const { json } = await upload(app, key, formOf(Buffer.from('x')))
    await app.call('DELETE', `/media/${idOf(json)}`, { key })
    const changes = await store.read((tx) => tx.changes.after(latest, 10))
    const seen = changes.map(({ kind, action, subjectId, scopes, actor }) => [
      kind,
      action,
      subjectId,
      scopes,
      actor,
    ])
    assert.deepEqual(seen, [
      ['media', 'create', idOf(json), [2, 3, 4, 5], 'key:1'],
      ['media', 'delete', idOf(json), [2, 3, 4, 5], 'key:1'],
    ])
  })

  const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (head: string, body = 'x'): string => `--b\r\n${head}\r\n\r\n${body}\r\n`
  const good = `${part(file)}--b--`
  const refused: {
    what: string
    body?: string
    query?: string
    headers?: Record<string, string>
    as?: 'reader' | 'tokyo' | 'none'
    status?: number
    paths?: string[]
  }[] = [
    { what: 'no key', as: 'none', status: 401 },
    { what: 'a key that may not write media', as: 'reader', status: 403 },
    { what: 'a key of other spaces', as: 'tokyo', status: 403 },
    {
      what: 'a key of other spaces and a space that does not exist',
      as: 'tokyo',
      query: '?space=x',
      status: 403,
    },
    { what: 'a space that does not exist', query: '?space=x', paths: ['space'] },
    { what: 'two spaces', query: '?space=tokyo&space=osaka', paths: ['space'] },
    {
      what: 'alt in languages that do not exist',
      query: '?alt[fr]=x&alt[]=y',
      paths: ['alt[fr]', 'alt[]'],
    },
    { what: 'alt twice', query: '?alt=x&alt[en]=y', paths: ['alt[en]'] },
    {
      what: 'a space and a language that do not exist',
      query: '?alt[fr]=x&space=nowhere',
      paths: ['alt[fr]', 'space'],
    },
    { what: 'alt with a NUL', query: '?alt=%00', paths: ['alt'] },
    { what: 'a compressed body', headers: { ...multipart, 'content-encoding': 'gzip' } },
    { what: 'JSON', headers: { 'content-type': 'application/json' } },
    { what: 'no Content-Type', headers: { 'content-type': '' } },
    { what: 'no boundary', headers: { 'content-type': 'multipart/form-data' } },
    {
      what: 'a part with another name',
      body: `${part(file.replace('"file"', '"picture"'))}--b--`,
      paths: ['file'],
    },
    {
      what: 'a part without a name',
      body: `${part('Content-Disposition: form-data; filename="a"')}--b--`,
      paths: ['file'],
    },
    {
      what: 'a field instead of a file',
      body: `${part('Content-Disposition: form-data; name="file"')}--b--`,
      paths: ['file'],
    },
    {
      what: 'an empty file name',
      body: `${part(file.replace('a.txt', ''))}--b--`,
      paths: ['file'],
    },
    { what: 'an empty file', body: `${part(file, '')}--b--`, paths: ['file'] },
    { what: 'two files', body: `${part(file)}${part(file)}--b--`, paths: ['file'] },
    {
      what: 'a file and a field',
      body: `${part(file)}${part('Content-Disposition: form-data; name="x"')}--b--`,
      paths: ['file'],
    },
    { what: 'no part', body: '--b--', paths: ['file'] },
    {
      what: 'an invalid image',
      body: `${part(file, 'GIF89a rubbish')}--b--`,
      paths: ['file'],
    },
  ]
  for (const {
    what,
    body = good,
    query = '',
    headers = multipart,
    as,
    status = 400,
    paths,
  } of refused) {
    it(`rejects an upload with ${what}`, async () => {
      const earlier = await traces(app)
      const sender = { reader, tokyo, none: 'x' }[as ?? 'none']
      const problem = { ...headers, accept: 'application/problem+json' }
      const response = await upload(app, as ? sender : key, body, { query, headers: problem })
      assert.equal(response.status, status, response.text)
      const { problems } = response.json as { problems: { path: string }[] }
      if (paths)
        assert.deepEqual(
          problems.map(({ path }) => path),
          paths,
        )
      assert.deepEqual(await traces(app), earlier)
    })
  }

  it('reads a rejected body to the end, for clients that read the response only then', async () => {
    const head = part(file.replace('"file"', '"picture"'), '')
    const sending = request(`${app.addresses.api}/v1/media`, {
      method: 'POST',
      headers: { 'X-SERVICE-API-KEY': key, ...multipart },
      signal: AbortSignal.timeout(120_000),
    })
    sending.write(head)
    await new Promise<void>((resolve, reject) => {
      sending.once('error', reject).end(Buffer.alloc(24_000_000), resolve)
    })
    sending.destroy()
  })

  it('rejects deletion by an id that is missing, invalid or of another space', async () => {
    const { json } = await upload(app, key, formOf(Buffer.from('here')), { query: '?space=tokyo' })
    const id = idOf(json)
    const rows: [path: string, sender: string, status: number][] = [
      [`/media/${id}`, key, 404],
      [`/media/${id}?space=osaka`, key, 404],
      [`/media/${id}?space=x`, key, 400],
      [`/media/${id}?space=osaka`, tokyo, 403],
      [`/media/${id}?space=tokyo`, reader, 403],
      ['/media/999999', key, 404],
      ['/media/x', key, 404],
      ['/media/0', key, 404],
    ]
    for (const [path, sender, status] of rows) {
      const response = await app.call('DELETE', path, { key: sender })
      assert.equal(response.status, status, path)
    }
    const done = await app.call('DELETE', `/media/${id}?space=tokyo`, { key: tokyo })
    assert.equal(done.status, 200)
  })

  it('counts uploads as writes', async () => {
    const limited = await app.createKey({ writeLimit: 2 })
    for (const status of [200, 200, 429]) {
      const response = await upload(app, limited, formOf(Buffer.from('x')))
      assert.equal(response.status, status)
    }
  })

  it('stores all of many concurrent uploads', async () => {
    const earlier = await traces(app)
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        upload(app, key, formOf(randomBytes(50_000), `f${n % 5}.bin`)),
      ),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(responses.map(({ json }) => idOf(json))).size, 24)
    const after = await traces(app)
    assert.deepEqual(
      [after.records - earlier.records, after.files.length - earlier.files.length],
      [24, 24],
    )
    assert.deepEqual(after.incoming, [])
  })
})
