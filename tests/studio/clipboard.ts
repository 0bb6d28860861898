/** What browser tests put on the clipboard, and how long a page stood still over it. */
import type { Page } from 'playwright-core'

/** Puts this on the clipboard: the inside of an object literal, by media type, made in the page. */
export async function copy(page: Page, literal: string): Promise<void> {
  const isCopied = await page.evaluate<boolean>(`(() => {
    const data = { ${literal} }
    document.addEventListener('copy', (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      for (const [type, text] of Object.entries(data)) event.clipboardData.setData(type, text)
    }, { once: true, capture: true })
    return document.execCommand('copy')
  })()`)
  if (!isCopied) throw new Error('nothing was copied')
}

/** How long, in milliseconds, the longest stretch was in which the page answered nobody. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    globalThis.longest = 0
    let before = performance.now()
    const look = () => {
      const now = performance.now()
      globalThis.longest = Math.max(globalThis.longest, now - before)
      before = now
      globalThis.looking = requestAnimationFrame(look)
    }
    globalThis.looking = requestAnimationFrame(look)
  })()`)
  await act()
  return page.evaluate<number>(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      cancelAnimationFrame(globalThis.looking)
      resolve(globalThis.longest)
    }))
  })`)
}
