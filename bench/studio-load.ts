/** Measures what the web app loads until it is usable. */
import type { Browser } from 'playwright-core'
import { signIn, startInstance, watch } from '../tests/studio/browser.ts'

export interface LoadTimes {
  /** Bytes of compressed script. */
  toSignIn: number
  toList: number
  /** API requests, and milliseconds, until the first rows of a list that is opened by its URL. */
  requests: number
  firstRows: number
  complaints: string[]
}

export async function measureLoad(browser: Browser): Promise<LoadTimes> {
  const instance = await startInstance(['--demo'])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const complaints = watch(context, [instance.url, new URL(instance.server.assetsUrl).origin])
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  let requests = 0
  page.on('request', (request) => {
    if (/\/admin\/api\/(?!.*\/events$)/.test(request.url())) requests += 1
  })
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('.js')) return
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const scriptBytes = async (): Promise<number> => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  }
  await page.goto(instance.url)
  await page.locator('input[type=email]').waitFor()
  const toSignIn = await scriptBytes()
  await signIn(page, instance)
  await page.locator('tbody tr').first().waitFor()
  const loaded = page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  await loaded
  const toList = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  requests = 0
  const started = performance.now()
  await page.goto(`${instance.url}/main/contents?model=article`)
  await page.locator('tbody tr').first().waitFor()
  const firstRows = performance.now() - started
  const requestsToRows = requests
  await context.close()
  await instance.end()
  return { toSignIn, toList, requests: requestsToRows, firstRows, complaints }
}
