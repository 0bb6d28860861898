import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { HttpReply } from './exchange.ts'
import { closedPath } from './cors.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import type { FirstResponse } from './first-responses.ts'
import { studioEndpoint } from './studio-app.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
const page = '<style nonce="__CSP_NONCE__"></style><!-- links --><!-- responses -->'
let folder: string
let dispatch: Dispatch
let responses: FirstResponse[] = []
const deps = {
  assetsUrl: 'http://localhost:4001/files',
  firstResponses: () => Promise.resolve(responses),
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-studio-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets/app-1a2b.js'), script)
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets/content-3c4d5e6f.js'), '')
  await writeFile(join(folder, 'assets/content-settings-3c4d5e6f.js'), '')
  await writeFile(join(folder, 'assets/item-5e6f7a8b.js'), '')
  await writeFile(join(folder, 'assets/text-editor-7a8b9c0d.js'), '')
  const endpoint = await studioEndpoint(folder, deps)
  assert.ok(endpoint)
  const others = ['/v1', '/admin/api', '/health'].map(closedPath)
  dispatch = createDispatch([...others, endpoint], { log: assert.fail })
})

after(() => rm(folder, { recursive: true }))

async function pageAt(url: string, accept = 'text/html'): Promise<string> {
  const { body } = await get(url, { accept })
  assert.ok(Buffer.isBuffer(body))
  return body.toString()
}

async function get(url: string, headers: Record<string, string> = {}): Promise<HttpReply> {
  const request = { method: 'GET', url, headers, address: '' }
  const { endpoint, params } = dispatch.find(request)
  const stream = (): never => assert.fail('nothing to read')
  return dispatch.respond(endpoint, { ...request, params, stream, isGone: () => false })
}

it('serves the page at every URL of the app if the client accepts HTML', async () => {
  for (const url of ['/', '/main/contents?model=a', '/main/contents/12']) {
    const { status, headers, body } = await get(url, { accept: 'text/html,*/*' })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    const policy = headers['content-security-policy'] ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    assert.deepEqual(body, Buffer.from(`<style nonce="${nonce}"></style>`))
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /img-src 'self' http:\/\/localhost:4001 data: blob:/)
    assert.doesNotMatch(policy, /unsafe|\*/)
  }
  const nonces = await Promise.all([get('/'), get('/')])
  assert.notDeepEqual(nonces[0]?.body, nonces[1]?.body)
})

it('A9: puts the first responses into the page as data that cannot end its element', async (t) => {
  t.after(() => (responses = []))
  const text = '</script><script>alert(1)</script><!-- links --> __CSP_NONCE__ $& <!--'
  const session = JSON.stringify({ state: 'ready', text })
  responses = [{ url: '/admin/api/bootstrap?root=main', body: session }]
  const { headers } = await get('/main/contents', { accept: 'text/html' })
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(headers['content-security-policy'] ?? '', /script-src 'self';/)
  const [, links, url, data = ''] =
    /^<style nonce="[^"]+"><\/style>(.*)<script type="application\/json" data-url="([^"]+)">([^<]*)<\/script>$/.exec(
      await pageAt('/main/contents'),
    ) ?? []
  assert.equal(url, '/admin/api/bootstrap?root=main')
  assert.deepEqual(JSON.parse(data), { state: 'ready', text })
  const link = (file: string): string =>
    `<link rel="modulepreload" crossorigin href="/assets/${file}">`
  assert.equal(links, link('content-3c4d5e6f.js'))
  responses.push({ url: '/admin/api/roots/main/contents/1', body: '{}' })
  const item = await pageAt('/main/contents/1')
  const ofItem = ['content-3c4d5e6f.js', 'item-5e6f7a8b.js', 'text-editor-7a8b9c0d.js']
  assert.ok(item.includes(ofItem.map(link).join('')))
})

it('preloads only the first scripts for a visitor without a session, and compresses the page', async (t) => {
  t.after(() => (responses = []))
  responses = [{ url: '/admin/api/bootstrap', body: '{"state":"signedOut"}' }]
  assert.doesNotMatch(await pageAt('/'), /modulepreload/)
  assert.doesNotMatch(await pageAt('/', 'application/json'), /signedOut/)
  responses = [{ url: '/', body: JSON.stringify('x'.repeat(2000)) }]
  const { headers } = await get('/', { accept: 'text/html', 'accept-encoding': 'br' })
  assert.equal(headers['content-encoding'], 'br')
})

it('serves files with a digest in their name as immutable and compressed', async () => {
  const plain = await get('/assets/app-1a2b.js')
  assert.deepEqual(plain.body, Buffer.from(script))
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  const small = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  assert.equal(small.headers['content-encoding'], 'br')
  assert.deepEqual(small.body, brotliCompressSync(script))
  const zipped = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  const icon = await get('/favicon.svg')
  assert.equal(icon.headers['cache-control'], 'no-cache')
  const again = await get('/favicon.svg', { 'if-none-match': icon.headers['etag'] ?? '' })
  assert.equal(again.status, 304)
})

it('A11: does not serve files outside the folder, or paths of the API', async () => {
  for (const url of [
    '/assets/../../etc/passwd',
    '/assets/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/assets/none.js',
    '/v1/none',
    '/admin/api/none',
    '/health/none',
    '/%',
  ]) {
    const { status } = await get(url, { accept: 'text/html' })
    assert.equal(status, url === '/%' ? 400 : 404, url)
  }
})

it('returns no endpoint if the app is not built', async () => {
  assert.equal(await studioEndpoint(undefined, deps), undefined)
  const empty = join(folder, 'none')
  assert.equal(await studioEndpoint(empty, deps), undefined)
})
