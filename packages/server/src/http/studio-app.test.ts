import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { HttpReply } from './exchange.ts'
import { closedPath } from './cors.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { studioEndpoint } from './studio-app.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
let folder: string
let dispatch: Dispatch

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-studio-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<style nonce="__CSP_NONCE__"></style>')
  await writeFile(join(folder, 'assets/app-1a2b.js'), script)
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const endpoint = await studioEndpoint(folder, { assetsUrl: 'http://localhost:4001/files' })
  assert.ok(endpoint)
  const others = ['/v1', '/admin/api', '/health'].map(closedPath)
  dispatch = createDispatch([...others, endpoint], { log: assert.fail })
})

after(() => rm(folder, { recursive: true }))

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
    assert.equal(body, `<style nonce="${nonce}"></style>`)
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /img-src 'self' http:\/\/localhost:4001 data: blob:/)
    assert.doesNotMatch(policy, /unsafe|\*/)
  }
  const nonces = await Promise.all([get('/'), get('/')])
  assert.notEqual(nonces[0]?.body, nonces[1]?.body)
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
  assert.equal(await studioEndpoint(undefined, { assetsUrl: 'http://x' }), undefined)
  const empty = join(folder, 'none')
  assert.equal(await studioEndpoint(empty, { assetsUrl: 'http://x' }), undefined)
})
