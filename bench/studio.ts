/** How much script the web app needs, compressed, until sign-in and until the list; and how soon rows are there. */
import { launchChromium } from '../tests/chromium.ts'
import { signIn, startInstance } from '../tests/studio/browser.ts'

const instance = await startInstance(['--demo'])
const browser = await launchChromium()
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
let scriptBytes = 0
let calls = 0
page.on('requestfinished', async (request) => {
  if (request.url().includes('/admin/api/')) calls += 1
  if (!request.url().endsWith('.js')) return
  const { responseBodySize } = await request.sizes()
  scriptBytes += responseBodySize
})
const kilobytes = (): string => `${(scriptBytes / 1000).toFixed(0)} KB`

await page.goto(instance.url)
await page.locator('input[type=email]').waitFor()
await page.waitForLoadState('networkidle')
console.log(`script to sign-in: ${kilobytes()}`)
await signIn(page, instance)
await page.locator('tbody tr').first().waitFor()
await page.waitForTimeout(500)
console.log(`script to the list: ${kilobytes()}`)

calls = 0
const started = performance.now()
await page.goto(`${instance.url}/main/contents?model=article`)
await page.locator('tbody tr').first().waitFor()
console.log(`first rows: ${(performance.now() - started).toFixed(0)} ms, ${calls} API calls`)
await browser.close()
await instance.end()
