/** Typical work on the demo: search, write, fix problems, see changes by other users, delete and undo. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

describe('typical work in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let context: BrowserContext
  let page: Page

  useStudio((studio) => {
    ;({ instance, context, page } = studio)
  })

  const title = (within: Page = page): Locator => within.getByRole('textbox', { name: /^Title/ })
  const saved = (within: Page = page): Promise<void> =>
    within.getByRole('status').getByText('Saved', { exact: true }).waitFor()

  it('finds an item by search and filters, which are stored in the URL', async () => {
    await page.getByRole('link', { name: 'Article', exact: true }).click()
    await page.getByLabel('Search all text').fill('harbour')
    await page.waitForURL(/contains=harbour/)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Author' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('Hana')
    const authors = page.getByRole('listbox', { name: 'Value' }).getByRole('option')
    await authors.filter({ hasText: 'Hana Morikawa' }).waitFor()
    // Wait until the other options are gone, because the target of the click may move.
    await authors.filter({ hasNotText: 'Hana' }).first().waitFor({ state: 'detached' })
    await authors.filter({ hasText: 'Hana Morikawa' }).click()
    await page.getByText('Author is Hana Morikawa').waitFor()
    await page.reload()
    await page.getByText('Author is Hana Morikawa').waitFor()
    await page.getByRole('link', { name: 'Notes from a harbour in November' }).click()
    await title().waitFor()
  })

  it('shows problems at the field and in a list of links', async () => {
    await title().fill('')
    await saved()
    await page.getByRole('button', { name: /^Publish changes/ }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'to fix' })
    await summary.getByRole('link', { name: 'Title (English)' }).waitFor()
    await page.getByText('Required to publish').last().waitFor()
    await title().fill('A good title')
    await summary.waitFor({ state: 'detached' })
    await saved()
  })

  it('changes a reference in its place, by keyboard', async () => {
    const change = page.getByRole('button', { name: 'Change Author', exact: true })
    const author = (name: string): Locator =>
      page.getByRole('group', { name: 'Author' }).getByRole('link', { name, exact: true })
    await author('Hana Morikawa').waitFor()
    await change.press('Enter')
    const picker = page.getByRole('textbox', { name: 'Author', exact: true })
    await picker.press('Escape')
    await page.locator(':focus').and(change).waitFor()
    await change.press('Enter')
    await picker.fill('Kenji')
    const options = page.getByRole('listbox', { name: 'Author' }).getByRole('option')
    await options
      .filter({ hasText: /^Kenji/ })
      .first()
      .waitFor()
    await options
      .filter({ hasNotText: /^(Kenji|Create)/ })
      .first()
      .waitFor({ state: 'detached' })
    await picker.press('ArrowDown')
    await picker.press('Enter')
    await page.locator(':focus').and(change).waitFor()
    await author('Hana Morikawa').waitFor({ state: 'detached' })
    await saved()
  })

  it('shows a change by another user without a reload', async () => {
    const other = await context.newPage()
    await other.goto(`${instance.url}/main/contents?model=article`)
    await other.getByRole('link', { name: 'A good title' }).waitFor()
    await title().fill('Changed while you look')
    await other.getByRole('link', { name: 'Changed while you look' }).waitFor()
    await other.close()
    await saved()
  })

  it('deletes an item and undoes it', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete anyway' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('main header').getByText('Changed', { exact: true }).waitFor()
  })
  it('redirects from a shortened URL, and shows the navigation at an unknown one', async () => {
    const go = (path: string) => page.goto(instance.url + path)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await go('/main')
    await heading('Start')
    await go('/main/settings')
    await heading('Languages')
    await go('/main/nowhere')
    await heading('Page not found')
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await heading('Media')
  })
  it('links from a list to its model, and stores the open model in the URL', async () => {
    const open = (name: string) => page.locator(`main input[value="${name}"]`).first().waitFor()
    await page.goto(`${instance.url}/main/contents?model=place`)
    await page.getByRole('link', { name: 'Edit this model' }).click()
    await open('Place')
    await page.getByRole('button', { name: 'Pull quote', exact: true }).click()
    await open('Pull quote')
    await page.waitForURL(/\/models\?set=\w+$/)
    await page.reload()
    await open('Pull quote')
  })
  it('starts a new item empty after another was created, and in the requested space', async () => {
    const name = page.getByRole('textbox', { name: /^Name/ })
    const newCategory = page.getByRole('link', { name: 'New Category' })
    await page.goto(`${instance.url}/main/contents?model=category`)
    await newCategory.click()
    await name.fill('Weather')
    await saved()
    await page.getByRole('link', { name: 'Category', exact: true }).first().click()
    await page.getByRole('link', { name: 'Weather' }).waitFor()
    await newCategory.click()
    await page.waitForURL(/new-category$/)
    await hasValue(name, '')
    await page.goto(`${instance.url}/main/contents?model=category`)
    await page.getByRole('button', { name: 'New in space' }).click()
    await page.getByRole('menuitem', { name: 'Tokyo edition' }).click()
    await name.fill('Rain')
    await saved()
    await page.getByText('Tokyo edition').first().waitFor()
    await page.goto(`${instance.url}/main/contents?model=category&space=tokyo`)
    await page.getByRole('link', { name: 'Rain' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Weather' }).count(), 0)
  })

  it('asks for confirmation before publishing many items', async () => {
    await page.goto(`${instance.url}/main/contents?model=category`)
    await page.getByLabel('Select Weather').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click()
    const confirmation = page.getByRole('dialog', { name: 'Publish the selected items (1)?' })
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await confirmation.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Weather/ })
      .getByText('Draft')
      .last()
      .waitFor()
  })
  it('undoes the removal of an entry, and focuses an added one', async () => {
    await page.goto(`${instance.url}/main/contents/62`)
    await page.locator('.ProseMirror').first().waitFor()
    const labels = page.getByRole('textbox', { name: /^Label/ })
    await page.getByRole('button', { name: 'Expand all (At a glance)' }).click()
    await labels.nth(2).waitFor()
    const values = () =>
      labels.evaluateAll((inputs: { value: string }[]) => inputs.map((one) => one.value))
    const have = (expected: string[]) =>
      eventually(async () => isDeepStrictEqual(await values(), expected))
    const first = await values()
    await page.getByRole('button', { name: 'Actions for At a glance, entry 2' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).filter({ visible: true }).click()
    await labels.nth(2).waitFor({ state: 'detached' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await have(first)
    await page.getByRole('button', { name: 'Add to At a glance' }).click()
    await page.locator(':focus').and(labels.nth(3)).waitFor()
    await page.keyboard.type('Open')
    await have([...first, 'Open'])
    await saved()
  })
})
