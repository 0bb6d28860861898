/** The built client in a real browser, which uploads in its own way. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { buildClient } from '../../packages/client/scripts/build-client.ts'
import { onServers } from './bench.ts'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)

/** Runs in the browser. */
const script = (url: string, key: string): string => `
import { createClient, imageUrl } from './index.js'
async function work() {
  const client = createClient({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} })
  const steps = []
  const file = new File([new Uint8Array(3000000).fill(97)], 'big.txt')
  const { id, url } = await client.upload(file, { onProgress: (step) => steps.push(step) })
  const streamed = await client.upload(file.stream(), { filename: 'streamed.txt' })
  const { id: item } = await client.create({ model: 'article', fields: { title: 'x', cover: id } })
  const { cover } = await client.get(item, { model: 'article' })
  const refused = await client.upload(file, { space: 'nope', onProgress() {} }).catch((error) => error)
  const controller = new AbortController()
  const aborted = client.upload(file, {
    signal: controller.signal,
    onProgress: () => controller.abort('enough'),
  })
  return {
    last: steps.at(-1),
    isShown: cover.url === url && imageUrl(cover, { width: 1 }).endsWith('?width=1'),
    isStreamed: streamed.id > id,
    refused: [refused.name, refused.status, refused.problems[0]?.path],
    aborted: await aborted.catch((reason) => reason),
  }
}
const result = await work().catch((error) => String(error.stack))
await fetch('/done', { method: 'POST', body: JSON.stringify(result) })
`

/** Serves the page and the built client; resolves with what the page reports. */
async function servePage(
  folder: string,
  code: string,
): Promise<{ url: string; done: Promise<string>; server: Server }> {
  const done = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (path === '/done') {
      void text(request).then(done.resolve)
      response.end()
    } else if (path.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(join(folder, path)))
    } else {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><script type="module">${code}</script>`)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    done: done.promise,
    server,
  }
}

onServers('the client in a browser', (fresh) => {
  it(
    'reads, writes and uploads',
    { skip: chromium ? false : 'there is no Chromium' },
    async (test) => {
      const folder = mkdtempSync(join(tmpdir(), 'octavo-browser-'))
      test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      buildClient(folder)
      const { url, key } = await fresh()
      const page = await servePage(folder, script(url, key))
      const flags = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${join(folder, 'profile')}`,
      ]
      const browser = spawn(chromium ?? '', [...flags, page.url], { stdio: 'ignore' })
      try {
        const gone = once(browser, 'exit').then(() => 'the browser ended early')
        assert.deepEqual(JSON.parse(await Promise.race([page.done, gone])), {
          last: { sent: 3_000_000, total: 3_000_000 },
          isShown: true,
          isStreamed: true,
          refused: ['OctavoError', 400, 'space'],
          aborted: 'enough',
        })
      } finally {
        const isGone = browser.exitCode === null ? once(browser, 'exit') : undefined
        browser.kill()
        await isGone
        page.server.closeAllConnections()
        page.server.close()
      }
    },
  )
})
