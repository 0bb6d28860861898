/** Opens a page by its URL and records its requests, for the benchmark and the test of their number. */
import type { Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'

export interface Opening {
  /** Milliseconds until it is usable. */
  time: number
  /** Paths of all requests except for images of the content: page, scripts, styles, font, API. */
  requests: string[]
}

/**
 * Opens the page in a new tab without a cache, as on the first visit. `awaited` are paths that it
 * requests after it is usable.
 */
export async function openInTab(
  from: Page,
  url: string,
  ready: string,
  awaited: readonly string[] = [],
): Promise<Opening> {
  const page = await from.context().newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests.push(new URL(request.url()).pathname)
  })
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor()
  const time = performance.now() - started
  await isIdle(page)
  await eventually(async () => awaited.every((path) => requests.includes(path)))
  await page.close()
  return { time, requests }
}

/** Waits until the page has nothing left to do. */
export async function isIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))',
  )
}

/** The last part of the editor that is loaded. */
export const editableText = '.ProseMirror[contenteditable=true]'
