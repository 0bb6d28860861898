/** The built client in a real browser, which uploads through XMLHttpRequest. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Route } from 'playwright-core'
import { buildClient } from '../../packages/client/scripts/build-client.ts'
import { launchChromium, noChromium } from '../chromium.ts'
import { onServers } from './bench.ts'
import { followed } from './runtimes/followed.ts'

/** Runs in the browser. */
const work = `
import * as built from './index.js'
import { follow } from './follow.js'
const { createClient, imageUrl } = built
export async function work(options) {
  const client = createClient(options)
  const steps = []
  const file = new File([new Uint8Array(3000000).fill(97)], 'big.txt')
  const named = { idempotencyKey: 'upload', onProgress: (step) => steps.push(step) }
  const { id, url } = await client.upload(file, named)
  const again = await client.upload(file, named)
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
    isOnce: again.id === id,
    isShown: cover.url === url && imageUrl(cover, { width: 1 }).endsWith('?width=1'),
    isStreamed: streamed.id > id,
    refused: [refused.name, refused.status, refused.problems[0]?.path],
    aborted: await aborted.catch((reason) => reason),
    followed: await follow(built, options),
  }
}
`

/** Serves an empty page and the built client. */
async function serve(folder: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readFileSync(join(folder, url)) : '<!doctype html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('the client in a browser', { skip: noChromium }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-browser-'))
  let server: Server
  let browser: Browser

  before(async () => {
    buildClient(folder)
    writeFileSync(join(folder, 'work.js'), work)
    cpSync(join(import.meta.dirname, 'runtimes/follow.js'), join(folder, 'follow.js'))
    server = await serve(folder)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    server?.close()
    server?.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })

  onServers('works', (fresh) => {
    it('reads, writes, uploads and follows changes', async () => {
      const { url, key } = await fresh()
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      let isCut = false
      const cut = (route: Route): Promise<void> => ((isCut = true), route.abort())
      await page.route(/\/v1\/media/, cut, { times: 1 })
      const options = JSON.stringify({ url, key })
      const seen = await page.evaluate(`import('/work.js').then(({ work }) => work(${options}))`)
      await page.close()
      assert.ok(isCut, 'the first upload was sent again')
      assert.deepEqual(seen, {
        last: { sent: 3_000_000, total: 3_000_000 },
        isOnce: true,
        isShown: true,
        isStreamed: true,
        refused: ['OctavoError', 400, 'space'],
        aborted: 'enough',
        followed,
      })
    })
  })
})
