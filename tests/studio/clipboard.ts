/** Writes to the clipboard in browser tests. */
import type { Page } from 'playwright-core'

/** Copies an object literal, given without braces and keyed by media type, evaluated in the page. */
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
