/** The media library: folders, tags, focal points, missing alternative texts, replaced files, failed uploads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { axeViolations, hasValue, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const image = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel })

describe('the media library', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  useStudio((studio) => ({ instance, page, complaints } = studio))

  const go = (query: string): Promise<unknown> => page.goto(`${instance.url}/main/media${query}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true })
  const files = (): Locator => page.locator('main tbody tr')
  const file = (name: string): Locator => files().filter({ hasText: name })
  const choose = (label: string, option: string): Promise<unknown> =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
  const upload = (...names: string[]): Promise<void> =>
    page.locator('main input[type=file]').setInputFiles(names.map(image))

  const shows = (count: number): Promise<void> =>
    eventually(async () => (await files().count()) === count, {
      otherwise: () => `expected ${count} files`,
    })

  async function chooseFirstTwo(): Promise<void> {
    for (const at of [0, 1]) await files().nth(at).getByRole('checkbox').check()
  }

  it('moves several files to a folder, and tags them', async () => {
    await go('?shown=list')
    await files().nth(1).waitFor()
    await chooseFirstTwo()
    await button('Move').click()
    const move = dialog('Move files (2)')
    await move.getByLabel('Folder').fill('press/2026')
    await button('Move', move).click()
    await page.getByRole('status').getByText('Files changed: 2').waitFor()
    await choose('Folder', 'press')
    await shows(2)
    await chooseFirstTwo()
    await button('Edit tags').click()
    const tags = dialog('Tags of the selected files (2)')
    await tags.getByRole('combobox', { name: 'Tags' }).fill('harbour')
    await page.keyboard.press('Enter')
    await button('Save', tags).click()
    await tags.waitFor({ state: 'detached' })
    await go('?shown=list')
    await files().nth(2).waitFor()
    await choose('Tag', 'harbour')
    await page.waitForURL(/tag=harbour/)
    await shows(2)
  })

  it('sets the focal point by keyboard, and previews the crops', async () => {
    await go('?id=1')
    const point = button(/^Focal point: /)
    const position = (): Promise<unknown> =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[role=dialog] img[style*="aspect-ratio"]')).objectPosition`,
      )
    await button('Focal point: 50 % from the left, 50 % from the top').waitFor()
    await point.press('Shift+ArrowRight')
    await point.press('ArrowUp')
    await button('Focal point: 60 % from the left, 48 % from the top').waitFor()
    const stored = async (): Promise<unknown> => {
      const response = await page.request.get(`${instance.url}/admin/api/roots/main/media/1`)
      return ((await response.json()) as { focus: unknown }).focus
    }
    await eventually(async () => isDeepStrictEqual(await stored(), { x: 0.6, y: 0.48 }))
    await page.reload()
    await button('Focal point: 60 % from the left, 48 % from the top').waitFor()
    assert.equal(await position(), '60% 48%')
    await button('Use the centre').click()
    await button('Focal point: 50 % from the left, 50 % from the top').waitFor()
  })

  it('lists images without alternative text in a language', async () => {
    await go('?shown=list')
    await files().first().waitFor()
    await upload('without-text.png')
    await page.getByRole('region', { name: 'Uploads' }).getByText('Uploaded 1 of 1').waitFor()
    await file('without-text.png').waitFor()
    await choose('Alternative text', 'No alternative text: Japanese')
    await page.waitForURL(/withoutAlt=ja/)
    await button('without-text.png', file('without-text.png')).click()
    const text = page.getByRole('textbox', { name: 'Alternative text (Japanese)' })
    await text.fill('港の朝')
    await button('Save alternative texts').click()
    await button('Saved').waitFor()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'detached' })
    await file('without-text.png').waitFor({ state: 'detached' })
  })

  it('replaces a file after showing the items that use it', async () => {
    await go('?id=1')
    const opened = page.getByRole('dialog').locator('input[type=file]')
    await opened.setInputFiles(image('new.png'))
    const ask = dialog('Replace this file?')
    await ask.getByText('These items show the new file immediately.').waitFor()
    await ask.getByRole('link').first().waitFor()
    await ask.locator('figure img').nth(1).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button('Cancel', ask).click()
    await ask.waitFor({ state: 'detached' })
    const facts = page.getByRole('dialog').locator('dl')
    assert.doesNotMatch(await facts.innerText(), /1 × 1/)
    await opened.setInputFiles(image('new.png'))
    await button('Replace file', ask).click()
    await ask.waitFor({ state: 'detached' })
    await facts.getByText('1 × 1').waitFor()
  })

  it('retries all failed uploads at once, in one panel that collapses', async () => {
    await go('?shown=list')
    await files().first().waitFor()
    await page.route('**/media?*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await upload('first.png', 'second.png')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByText('The upload was interrupted.').nth(1).waitFor()
    await page.unroute('**/media?*')
    await button('Retry failed (2)', panel).click()
    await panel.getByText('Uploaded 2 of 2').waitFor()
    await file('second.png').waitFor()
    await button('Show files', panel).click()
    await panel.getByRole('list').waitFor({ state: 'detached' })
    await button('Close', panel).click()
    await panel.waitFor({ state: 'detached' })
  })

  it('keeps a folder in the URL', async () => {
    await go('?shown=list&folder=press%2F2026')
    await hasValue(page.getByRole('combobox', { name: 'Folder', exact: true }), 'press/2026')
    await shows(2)
  })

  it('says that the trash is empty, without an offer to clear filters', async () => {
    await go('?state=trash')
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
    assert.equal(await button('Clear search and filters').count(), 0)
  })

  it('logged no errors', () => assert.deepEqual(complaints, []))
})
