/**
 * Takes screenshots of every screen of the web app, in every variant, and of an empty instance.
 * `node scripts/screenshots.ts [folder] [part of a name]`; the default folder is ./screenshots.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../tests/chromium.ts'
import { addUsage, signIn, startInstance, type Instance } from '../tests/studio/browser.ts'
import { emptyScreens, screens, show, showSetUp, type Screen } from '../tests/studio/screens.ts'
import { variants, textsIn, type Seen, type Variant } from '../tests/studio/seen.ts'

const folder = resolve(process.argv[2] ?? 'screenshots')
const part = process.argv[3] ?? ''
mkdirSync(folder, { recursive: true })

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function takeAll(list: readonly Screen[], seen: Seen, variant: string): Promise<void> {
  for (const screen of list.filter(({ name }) => `${name}.${variant}`.includes(part))) {
    const name = `${screen.name}.${variant}`
    await show(screen, seen).catch((error: unknown) =>
      console.error(`${name}: ${String(error).split('\n', 1)[0]}`),
    )
    await take(seen.page, name)
  }
}

async function opened(browser: Browser, instance: Instance, variant: Variant): Promise<Seen> {
  const context = await browser.newContext(variant.options)
  return { page: await context.newPage(), instance, t: textsIn(variant.language) }
}

async function takeDemo(browser: Browser, demo: Instance, variant: Variant): Promise<void> {
  const seen = await opened(browser, demo, variant)
  await seen.page.goto(demo.url)
  await seen.page.locator('input[type=email]').waitFor()
  await take(seen.page, `sign-in.${variant.name}`)
  await signIn(seen.page, demo)
  await takeAll(screens, seen, variant.name)
  await seen.page.context().close()
}

async function takeEmpty(browser: Browser, variant: Variant): Promise<void> {
  const empty = await startInstance()
  const seen = await opened(browser, empty, variant)
  await showSetUp(seen)
  await take(seen.page, `set-up.${variant.name}`)
  await seen.page.locator('button[type=submit]').click()
  await seen.page.locator('#main').waitFor()
  await takeAll(emptyScreens, seen, variant.name)
  await seen.page.context().close()
  await empty.end()
}

const browser = await launchChromium()
const demo = await startInstance(['--demo'])
await addUsage(demo)
for (const variant of variants) {
  await takeDemo(browser, demo, variant)
  await takeEmpty(browser, variant)
}
await browser.close()
await demo.end()
