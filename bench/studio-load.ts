/** Measures what the web app loads until it is usable. */
import type { Browser, Page } from 'playwright-core'
import { signIn, startInstance, watch } from '../tests/studio/browser.ts'
import { editableText, isIdle, openInTab, type Opening } from '../tests/studio/opening.ts'
import { median } from './results.ts'

export interface LoadTimes {
  /** Bytes of compressed script. */
  toSignIn: number
  toList: number
  list: Opening
  editor: Opening
  complaints: string[]
}

const openings = 5

/** The median time of several openings, with the most requests of one. */
async function openOften(page: Page, url: string, ready: string): Promise<Opening> {
  const all: Opening[] = []
  for (let count = 0; count < openings; count++) all.push(await openInTab(page, url, ready))
  const [longest = []] = all.map(({ requests }) => requests).toSorted((a, b) => b.length - a.length)
  return { time: median(all.map(({ time }) => time)), requests: longest }
}

export async function measureLoad(browser: Browser): Promise<LoadTimes> {
  const instance = await startInstance(['--demo'])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const complaints = watch(context, [instance.url, new URL(instance.server.assetsUrl).origin])
  const page = await context.newPage()
  // Each script once: later responses come from the cache.
  const scripts = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const url = request.url()
    if (!url.endsWith('.js') || scripts.has(url)) return
    scripts.set(
      url,
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    )
  })
  const scriptBytes = async (): Promise<number> =>
    (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0)
  await page.goto(instance.url)
  await page.locator('input[type=email]').waitFor()
  await page.waitForLoadState('networkidle')
  const toSignIn = await scriptBytes()
  await signIn(page, instance)
  await page.goto(`${instance.url}/main/contents?model=article`)
  await page.locator('tbody tr').first().waitFor()
  await isIdle(page)
  const toList = await scriptBytes()
  const list = await openOften(page, `${instance.url}/main/contents?model=article`, 'tbody tr')
  const editor = await openOften(page, `${instance.url}/main/contents/47`, editableText)
  await context.close()
  await instance.end()
  return { toSignIn, toList, list, editor, complaints }
}
