/**
 * Takes a picture of every screen of the web app: light, dark, phone width, Japanese, empty, error.
 * `node scripts/screenshots.ts [folder]`; the folder is ./screenshots unless named.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../tests/chromium.ts'
import { axeViolations, signIn, startInstance, type Instance } from '../tests/studio/browser.ts'

const folder = resolve(process.argv[2] ?? 'screenshots')
mkdirSync(folder, { recursive: true })

interface Screen {
  name: string
  path: string
  /** There when the screen is. */
  ready: string
  act?: (page: Page) => Promise<void>
}

const settings = ['languages', 'spaces', 'keys', 'members', 'content', 'usage', 'trash', 'audit']
const screens: Screen[] = [
  { name: 'list-all', path: '/main/contents', ready: 'tbody tr' },
  { name: 'list', path: '/main/contents?model=article', ready: 'tbody tr' },
  { name: 'list-bulk', path: '/main/contents?model=article', ready: 'tbody tr', act: chooseTwo },
  { name: 'list-no-match', path: '/main/contents?contains=zzzz', ready: 'main h2' },
  { name: 'item', path: '/main/contents?model=article', ready: 'tbody tr', act: openItem },
  { name: 'item-new', path: '/main/contents/new-article', ready: 'main input' },
  {
    name: 'item-wrong',
    path: '/main/contents/new-article',
    ready: 'main input',
    act: publishEmpty,
  },
  { name: 'not-found', path: '/main/contents/999999', ready: 'main h1' },
  { name: 'media', path: '/main/media', ready: 'main img' },
  { name: 'media-open', path: '/main/media?id=1', ready: '[role=dialog] textarea' },
  { name: 'models', path: '/main/models', ready: 'main input' },
  { name: 'explorer', path: '/main/explorer', ready: 'main form', act: sendQuestion },
  ...settings.map((page) => ({
    name: `settings-${page}`,
    path: `/main/settings/${page}`,
    ready: 'main nav + div *',
  })),
  { name: 'account', path: '/main/account', ready: 'main form' },
]

const wide = { width: 1440, height: 900 }
const variants: Record<string, BrowserContextOptions> = {
  light: { viewport: wide, locale: 'en-GB' },
  dark: { viewport: wide, locale: 'en-GB', colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, locale: 'en-GB', hasTouch: true },
  japanese: { viewport: wide, locale: 'ja-JP' },
}

async function chooseTwo(page: Page): Promise<void> {
  for (const row of [1, 2]) await page.locator('tbody input[type=checkbox]').nth(row).click()
}

async function openItem(page: Page): Promise<void> {
  await page.locator('tbody a').nth(2).click()
  await page.locator('.ProseMirror').first().waitFor()
}

async function publishEmpty(page: Page): Promise<void> {
  await page.locator('main input').first().fill('A')
  await page.locator('main header button:enabled').first().click()
  await page.locator('[role=alert]').first().waitFor()
}

async function sendQuestion(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').click()
  await page.locator('main pre').nth(2).waitFor()
}

async function takeVariant(browser: Browser, demo: Instance, variant: string): Promise<void> {
  const context = await browser.newContext({ ...variants[variant], timezoneId: 'Asia/Tokyo' })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  await page.goto(demo.url)
  await page.locator('input[type=email]').waitFor()
  await page.screenshot({ path: join(folder, `sign-in.${variant}.png`) })
  await signIn(page, demo)
  for (const { name, path, ready, act } of screens) {
    try {
      await page.goto(demo.url + path)
      await page.locator(ready).first().waitFor()
      await act?.(page)
      await page.waitForFunction('document.fonts.ready.then(() => true)')
    } catch (error) {
      console.error(`${name}.${variant}: ${String(error).split('\n', 1)[0]}`)
    }
    await page.screenshot({ path: join(folder, `${name}.${variant}.png`) })
    for (const violation of await axeViolations(page))
      console.error(`${name}.${variant}: ${violation}`)
  }
  await context.close()
}

async function takeEmpty(browser: Browser): Promise<void> {
  const empty = await startInstance()
  const page = await browser.newPage({ viewport: wide, locale: 'en-GB' })
  await page.goto(empty.url)
  await page.locator('input[type=email]').fill('owner@example.com')
  await page.locator('input[type=password]').fill('only for pictures')
  await page.screenshot({ path: join(folder, 'set-up.light.png') })
  await page.locator('button[type=submit]').click()
  await page.locator('nav').first().waitFor()
  for (const place of ['contents', 'media', 'models']) {
    await page.goto(`${empty.url}/main/${place}`)
    await page.locator('main h1').waitFor()
    await page.screenshot({ path: join(folder, `${place}-empty.light.png`) })
  }
  await page.close()
  await empty.end()
}

const browser = await launchChromium()
const demo = await startInstance(['--demo'])
for (const variant of Object.keys(variants)) await takeVariant(browser, demo, variant)
await takeEmpty(browser)
await browser.close()
await demo.end()
