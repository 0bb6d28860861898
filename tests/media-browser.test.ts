/** Opens every hostile upload in a real browser, in every way that a page can. No script may run. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { hostileUploads } from '../packages/server/src/testing/hostile-uploads.ts'
import { startServer, type RunningServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey } from '../packages/server/src/testing/run-here.ts'
import { launchChromium, noChromium } from './chromium.ts'

describe('hostile uploads in a browser', { skip: noChromium }, () => {
  let browser: Browser
  let server: RunningServer
  let folder = ''
  let key = ''
  let pages: Server
  let site = ''
  let page: Page
  const uploaded: string[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-browser-'))
    key = await makeKey({ reads: 'draft', writes: true }, ['--data', folder])
    server = await startServer(['--data', folder])
    pages = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(url === '/control' ? hostileUploads[0]?.bytes : pageOf(uploaded))
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    browser = await launchChromium()
    page = await browser.newPage()
  })
  after(async () => {
    await browser.close()
    pages.close()
    pages.closeAllConnections()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })

  /** Returns signs of a script that ran: a changed title, or a request. */
  async function ran(address: string): Promise<string[]> {
    const found: string[] = []
    const note = (request: Request): void => {
      if (new URL(request.url()).pathname === '/ran') found.push(`${request.url()} was fetched`)
    }
    // A download does not change the page, so the title of the previous page must be cleared.
    await page.goto('about:blank')
    page.on('request', note)
    // A download is not a page load.
    await page.goto(address, { waitUntil: 'load' }).catch((error: unknown) => {
      if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error
    })
    // Runs after all scripts of the page. A page without scripts has no timers to wait for.
    const title = await page.evaluate('document.title')
    if (title === 'ran') found.push('a script ran in the page')
    page.off('request', note)
    return found
  }

  it('are detected if they run', async () => {
    assert.notDeepEqual(await ran(`${site}/control`), [])
  })

  for (const { filename, type, bytes } of hostileUploads) {
    it(`${filename} sent as "${type}" runs no script when opened`, async () => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(bytes)], filename, { type }))
      const headers = { 'X-SERVICE-API-KEY': key }
      const response = await fetch(`${server.baseUrl}/media`, {
        method: 'POST',
        headers,
        body: form,
      })
      assert.equal(response.status, 200)
      const address = response.headers.get('location') ?? ''
      uploaded.push(address)
      assert.deepEqual(await ran(address), [])
    })
  }

  it('run no script inside the page of another site', async () => {
    assert.equal(uploaded.length, hostileUploads.length)
    assert.deepEqual(await ran(`${site}/frames`), [])
  })
})

/** A page that embeds each URL in every way. */
function pageOf(addresses: readonly string[]): string {
  const tries = addresses.map((address) => {
    const url = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<iframe src="${url}"></iframe>
      <iframe src="${url}" sandbox="allow-scripts allow-same-origin"></iframe>
      <img src="${url}"><object data="${url}"></object><embed src="${url}">
      <video src="${url}"></video><link rel="stylesheet" href="${url}">
      <script src="${url}"></script><script type="module" src="${url}"></script>`
  })
  return `<!doctype html><title>quiet</title>${tries.join('')}`
}
