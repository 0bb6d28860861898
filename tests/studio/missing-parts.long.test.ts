/** Lazily loaded parts of Studio: one that fails to load shows an error in its place, and the rest works. */
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { axeViolations, openContext, signIn, type Instance } from './browser.ts'
import { openLine, type Line } from './line.ts'
import { useInstance } from './suite.ts'

/** Ids in the demo are always the same. */
const item = '/main/contents/47'
const textEditorFile = /^\/assets\/text-editor-/

function httpResponse(status: string, type: string, body: string): string {
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`
}
const gone = httpResponse('404 Not Found', 'text/plain', 'not found')
const newerPage = httpResponse(
  '200 OK',
  'text/html',
  '<script src="/assets/index-newer.js"></script>',
)

describe('parts of Studio that fail to load', { skip: noChromium }, () => {
  let instance: Instance
  let line: Line
  let browser: Browser
  let session: Awaited<ReturnType<BrowserContext['storageState']>>
  let page: Page

  useInstance(async (started) => {
    ;({ instance, browser } = started)
    line = await openLine(() => instance.url)
    const context = await openContext(browser)
    await signIn(await context.newPage(), instance, line.url)
    session = await context.storageState()
    await context.close()
  })
  after(() => line?.close())

  afterEach(async () => {
    await page.context().close()
    line.restore()
  })

  /** Opens a page in a browser without cached files. */
  async function open(path: string): Promise<void> {
    const context = await openContext(browser, { storageState: session })
    page = await context.newPage()
    await page.goto(line.url + path)
  }

  const title = (): Locator => page.getByRole('textbox', { name: /^Title/ })
  const body = (): Locator => page.getByRole('textbox', { name: /^Body/ })
  const missing = (): Locator =>
    page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' })
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const saved = (): Promise<void> =>
    page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

  it('show an error in the field, while other fields save; Retry loads the text editor', async () => {
    line.divert(textEditorFile)
    await open(item)
    await page.getByRole('alert').waitFor()
    await title().fill('Typed beside a field that did not load')
    await saved()
    await missing().waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button('Retry', missing()).click()
    await missing().getByLabel('Loading').waitFor({ state: 'detached' })
    await missing().waitFor()
    line.restore()
    await button('Retry', missing()).click()
    await page.locator(':focus').and(body()).waitFor()
    assert.match(await body().innerText(), /\w/)
    assert.equal(await missing().count(), 0)
    assert.equal(await title().inputValue(), 'Typed beside a field that did not load')
  })

  it('offer a reload if a newer version has replaced them, without losing edits', async () => {
    line.divert(textEditorFile, gone)
    line.divert(/^\/$/, newerPage)
    await open(item)
    await missing().getByText('A newer version of Octavo is available.').waitFor()
    assert.equal(await button('Retry').count(), 0)
    line.restore()
    await title().fill('Typed in the older version')
    await button('Reload page', missing()).click()
    await body().waitFor()
    assert.equal(await title().inputValue(), 'Typed in the older version')
  })

  it('load into their dialog when the server is reachable again', async () => {
    await open(item)
    await body().waitFor()
    await title().fill('Typed before the line was cut')
    await saved()
    line.cut()
    await page.getByRole('button', { name: /^Review changes/ }).click()
    const dialog = page.getByRole('dialog', { name: 'This part of the page could not be loaded' })
    await dialog.getByText('Cannot reach the server. Retrying…').waitFor()
    assert.equal(await button('Reload page').count(), 0)
    await button('Close', dialog).click()
    await dialog.waitFor({ state: 'detached' })
    await title().fill('Typed after the dialog was closed')
    await page.getByRole('button', { name: /^Review changes/ }).click()
    await dialog.waitFor()
    line.restore()
    const review = page.getByRole('dialog', { name: /^Review changes/ })
    await review.getByText('Typed after the dialog was closed').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  it('keep the navigation when a screen fails to load', async () => {
    await open('/main/contents')
    await page.locator('tbody tr').first().waitFor()
    line.divert(/^\/assets\/(models|audit)-/)
    await page.getByRole('link', { name: 'Models', exact: true }).click()
    await missing().waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await missing().waitFor()
    line.restore()
    await button('Retry', missing()).click()
    await page.locator('main tbody tr').first().waitFor()
    await page.getByRole('link', { name: 'Models', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor()
  })

  it('differ from errors of the app, which also keep the navigation', async () => {
    line.divert(
      /\/roots\/main\/audit/,
      httpResponse('200 OK', 'application/json', '{"rows":[null]}'),
    )
    await open('/main/settings/audit')
    const wrong = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await button('Reload page', wrong).waitFor()
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await page.locator('main img').first().waitFor()
  })
})
