/** What the first page loads: few requests, and the font of the interface. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { editableText, openInTab } from './opening.ts'
import { useStudio } from './suite.ts'

describe('loading Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  useStudio((studio) => ({ instance, page, complaints } = studio))

  const api = '/admin/api/roots/main'
  /** Read after the page has loaded, which is sooner than its last request on a slow machine. */
  const later = [`${api}/webhooks`, `${api}/deploys`, `${api}/contents/47/presence`]

  /** The paths without digests of files, in the order of names. */
  async function requestsOf(path: string, ready: string, own: string[]): Promise<string[]> {
    const awaited = [...own, `${api}/events`]
    const { requests } = await openInTab(page, instance.url + path, ready, awaited)
    const paths = requests
      .filter((one) => !later.includes(one))
      .map((one) => one.replace(/^(\/assets\/.*)-.{8}(\.\w+)$/, '$1$2'))
    // A page that loads slowly reads again what may have changed meanwhile.
    return [...new Set(paths)].toSorted()
  }

  const common = [
    `${api}/events`,
    '/assets/app.js',
    '/assets/content.js',
    '/assets/index.js',
    '/assets/inter.woff2',
    '/assets/react.js',
    '/assets/rolldown-runtime.js',
    '/assets/style.css',
  ]

  it('opens a list with 12 requests', async () => {
    const own = [`${api}/contents`, `${api}/translations`, `${api}/views`]
    const expected = [...common, ...own, '/main/contents']
    const found = await requestsOf('/main/contents?model=article', 'tbody tr', own)
    assert.deepEqual(found, expected.toSorted())
    assert.equal(found.length, 12)
  })

  it('opens the editor with 12 requests', async () => {
    const own = [`${api}/contents/47/releases`]
    const scripts = ['/assets/item.js', '/assets/text-editor.js']
    const expected = [...common, ...own, ...scripts, '/main/contents/47']
    const found = await requestsOf('/main/contents/47', editableText, own)
    assert.deepEqual(found, expected.toSorted())
    assert.equal(found.length, 12)
  })

  it('loads the scripts of an item with the page, which includes the item', async () => {
    const tab = await page.context().newPage()
    const { promise: sent, resolve: release } = Promise.withResolvers<void>()
    await tab.route(/\/assets\/index-/, async (route) => {
      await sent
      await route.continue()
    })
    const early = ['app', 'react', 'content', 'item', 'text-editor'].map((name) =>
      tab.waitForRequest(new RegExp(`/assets/${name}-`)),
    )
    const response = await tab.goto(`${instance.url}/main/contents/47`, { waitUntil: 'commit' })
    await Promise.all(early)
    release()
    await tab.locator(editableText).first().waitFor()
    assert.match(
      (await response?.text()) ?? '',
      /data-url="\/admin\/api\/roots\/main\/contents\/47"/,
    )
    await tab.close()
  })

  it('shows Latin letters in its own font, which browsers cache', async () => {
    const loading = page.waitForResponse(/\.woff2$/)
    await page.goto(`${instance.url}/main/contents?model=article`)
    const font = await loading
    assert.equal(font.status(), 200)
    assert.equal(font.headers()['content-type'], 'font/woff2')
    assert.equal(font.headers()['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok((await (await page.request.get(font.url())).body()).length <= 60_000)
    await page.locator('tbody tr').first().waitFor()
    const shown = await page.evaluate<string[]>(
      `document.fonts.ready.then((fonts) => [...fonts]
        .filter(({ status }) => status === 'loaded').map(({ family }) => family))`,
    )
    assert.ok(
      shown.some((family) => family.replaceAll('"', '') === 'Inter'),
      shown.join(),
    )
    const licence = await page.request.get(`${instance.url}/licenses/inter.txt`)
    assert.match(await licence.text(), /SIL OPEN FONT LICENSE/)
    assert.deepEqual(complaints, [])
  })
})
