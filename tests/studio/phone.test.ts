/** Studio at the width of a phone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { useStudio } from './suite.ts'

const viewport = { width: 390, height: 844 }
/** Ids in the demo are always the same. */
const article = 47

describe('Studio on a phone', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page

  useStudio(
    async (studio) => {
      ;({ instance, page } = studio)
      await page.goto(`${instance.url}/main/contents/${article}`)
      await page.getByRole('textbox', { name: /^Title/ }).waitFor()
    },
    { context: { viewport, hasTouch: true } },
  )

  const top = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? 0

  it('shows the save state at any scroll position', async () => {
    await page.getByRole('textbox', { name: /^Title/ }).fill('Typed with a thumb')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const saved = page.getByRole('status').getByText('Saved', { exact: true })
    await saved.waitFor()
    const at = await top(saved)
    assert.ok(at > 0 && at < viewport.height, `at ${at}`)
  })

  it('keeps Delete at a distance from the button that opens the menu', async () => {
    const more = page.getByRole('button', { name: 'More actions' })
    await more.click()
    const items = page.getByRole('menuitem')
    // Waits until the menu is in its place.
    await items.last().click({ trial: true })
    const distance = (await top(more)) - (await top(items.filter({ hasText: 'Delete' })))
    const near = (await top(more)) - (await top(items.last()))
    assert.ok(distance > near + 60, `${distance}, ${near}`)
  })

  it('shows a short title and the actions in one row', async () => {
    await page.goto(`${instance.url}/main/contents?model=article`)
    const header = page.getByRole('heading', { name: 'Article', level: 1 }).locator('../..')
    const { height = 0 } = (await header.boundingBox()) ?? {}
    assert.ok(height > 0 && height < 60, `${height}`)
  })

  it('shows the actions of a key with their names', async () => {
    await page.goto(`${instance.url}/main/settings/keys`)
    const disable = page.getByRole('button', { name: /^Disable/ }).first()
    await disable.waitFor()
    const { width = 0, height = 0 } = (await disable.boundingBox()) ?? {}
    assert.ok(width > 60 && height >= 32, `${width}, ${height}`)
  })

  it('scrolls to the response of the API explorer', async () => {
    await page.goto(`${instance.url}/main/explorer`)
    await page.getByRole('button', { name: 'Send' }).click()
    const response = page.getByText('Response', { exact: true })
    await response.waitFor()
    await page.waitForFunction('scrollY > 300')
    const at = await top(response)
    assert.ok(at > 0 && at < viewport.height / 2, `at ${at}`)
  })

  it('does not move the list when rows are selected, and shows the actions', async () => {
    await page.goto(`${instance.url}/main/contents?model=article`)
    const boxes = page.locator('tbody input[type=checkbox]')
    await boxes.first().click({ trial: true })
    const topBefore = await top(boxes.first())
    await boxes.first().check()
    const bar = page.getByRole('toolbar')
    await bar.waitFor()
    assert.equal(await top(boxes.first()), topBefore)
    await boxes.last().check()
    const at = await top(bar.getByRole('button', { name: 'Publish', exact: true }))
    assert.ok(at > 0 && at < viewport.height / 2, `at ${at}`)
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await bar.waitFor({ state: 'detached' })
  })

  it('shows the fields of a model first, and the other models on request', async () => {
    await page.goto(`${instance.url}/main/models`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
    await name.waitFor()
    const at = await top(name)
    assert.ok(at < viewport.height / 2, `at ${at}`)
    const models = page.getByRole('group').filter({ hasText: 'Models: Article' })
    await models.locator('summary').click()
    await models.getByRole('button', { name: 'Place', exact: true }).click()
    const others = page.getByRole('group').filter({ hasText: 'Models: Place' })
    await others.locator('summary').waitFor()
    await others.getByRole('button', { name: 'Place', exact: true }).waitFor({ state: 'hidden' })
    assert.equal(await name.inputValue(), 'Place')
  })
})
