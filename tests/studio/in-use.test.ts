/** Confirmation before an item or file in use is archived, deleted or unpublished. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { axeViolations, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

/** Ids in the demo are always the same. */
const author = 12
const unused = 49

describe('archiving and deleting items in use', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]

  useStudio((studio) => {
    ;({ instance, page, complaints } = studio)
  })

  const go = (path: string): Promise<unknown> => page.goto(`${instance.url}/main/${path}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const confirmation = (name: string): Locator => page.getByRole('dialog', { name, exact: true })
  const status = (text: string): Promise<void> =>
    page.locator('main header').getByText(text, { exact: true }).waitFor()

  async function choose(action: string): Promise<void> {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  it('lists the items that use it, and changes nothing on Cancel', async () => {
    await go(`contents/${author}`)
    await choose('Delete')
    const dialog = confirmation('Delete? Items that use this: 3')
    await dialog.getByRole('link', { name: 'How to read a tide table' }).waitFor()
    await dialog.getByText('Article · Author').first().waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button('Cancel', dialog).click()
    await dialog.waitFor({ state: 'detached' })
    await status('Published')
  })

  it('deletes it after confirmation, with undo', async () => {
    await choose('Delete')
    await button('Delete anyway').click()
    await status('In trash')
    await button('Undo').click()
    await status('Published')
    await choose('Archive')
    await button('Archive anyway').click()
    await status('Archived')
    await button('Undo').click()
    await status('Published')
  })

  it('lists them also before unpublishing', async () => {
    await choose('Unpublish')
    const dialog = confirmation('Unpublish? Items that use this: 3')
    await dialog.getByRole('link', { name: 'How to read a tide table' }).waitFor()
    await dialog.getByText(/until the item is published again/).waitFor()
    await button('Cancel', dialog).click()
    await dialog.waitFor({ state: 'detached' })
    await status('Published')
    await choose('Unpublish')
    await button('Unpublish anyway').click()
    await status('Draft')
    await page
      .locator('main header')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await status('Published')
  })

  it('does not ask if nothing uses the item', async () => {
    await go(`contents/${unused}`)
    await choose('Delete')
    await status('In trash')
    await button('Undo').click()
    await status('Draft')
  })

  it('counts only items outside the selection', async () => {
    await go('contents?model=issue')
    await page.getByLabel('Select Salt').check()
    const bar = page.getByRole('toolbar')
    await button('Delete', bar).click()
    const dialog = confirmation('Delete? Items that use this: 2')
    await dialog.getByRole('link', { name: 'Salt, twice' }).waitFor()
    await button('Cancel', dialog).click()
    await go('contents?contains=salt')
    for (const title of ['Salt', 'Salt, twice', 'Walking the salt road']) {
      await page.getByLabel(`Select ${title}`, { exact: true }).check()
    }
    await button('Delete', bar).click()
    const rest = confirmation('Delete? Items that use this: 6')
    await rest.getByText('and 1 more').waitFor()
    assert.equal(await rest.getByRole('link', { name: 'Salt, twice' }).count(), 0)
    await button('Delete anyway', rest).click()
    await page.getByText('Moved to trash: 3').waitFor()
    await button('Undo').click()
    await page.getByText('Restored: 3').waitFor()
  })

  it('asks once before unpublishing many items, whether they are in use or not', async () => {
    await go('contents?model=issue')
    await page.getByLabel('Select Salt').check()
    await button('Unpublish', page.getByRole('toolbar')).click()
    await button('Unpublish anyway', confirmation('Unpublish? Items that use this: 2')).click()
    await page.getByText('Unpublished: 1').waitFor()
    await go(`contents?model=article&_id[eq]=${unused}`)
    await page.locator('tbody input[type=checkbox]').first().check()
    await button('Unpublish', page.getByRole('toolbar')).click()
    await button('Cancel', confirmation('Unpublish the selected items (1)?')).click()
  })

  it('lists the items that use a file', async () => {
    await go('media?id=1')
    await button('Delete').click()
    const dialog = confirmation('Delete? Items that use this: 5')
    await dialog.getByRole('link', { name: 'Hamaji Harbour' }).waitFor()
    await button('Delete anyway', dialog).click()
    await page.getByText(/^Moved to trash: /).waitFor()
    await button('Undo').click()
    await page.getByText(/^Restored: /).waitFor()
  })

  it('logged no errors', () => assert.deepEqual(complaints, []))
})
