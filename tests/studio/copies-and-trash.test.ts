/** Duplicates of items with a unique value, permanent deletion, cut cells of lists, and handles of fields. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { axeViolations, hasValue, type Instance } from './browser.ts'
import { importModel, useStudio } from './suite.ts'

const name =
  'A lamp with a name that is much longer than any column of a list, so that its end is cut off'
const schema = {
  languages: ['en', 'ja'],
  models: [
    {
      luid: 'lamp',
      name: 'Lamp',
      title: 'name',
      columns: ['code'],
      fields: [
        { luid: 'name', name: 'Name', type: 'text' },
        { luid: 'code', name: 'Code', type: 'text', unique: true },
      ],
    },
  ],
}

describe('copies and the trash in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  useStudio(async (studio) => {
    ;({ instance, page, complaints } = studio)
    const fields = { name, code: 'L-1' }
    await importModel(instance, schema, [{ model: 'lamp', published: true, fields }])
  })

  const button = (text: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name: text, exact: true })
  const notice = (text: string): Promise<void> =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor()
  const code = (): Locator => page.getByRole('textbox', { name: /^Code/ })

  async function choose(action: string): Promise<void> {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  it('shows the complete text of a cut cell', async () => {
    await page.goto(`${instance.url}/main/contents?model=lamp`)
    const link = page.getByRole('link', { name, exact: true })
    await link.waitFor()
    const isCut = await link.evaluate(
      (one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth > one.clientWidth,
    )
    assert.ok(isCut)
    await page
      .getByRole('cell', { name })
      .and(page.locator(`[title="${name}"]`))
      .waitFor()
    await page.locator('td[title="L-1"]').waitFor()
  })

  it('empties a unique value of a copy, and links to the item that has it', async () => {
    await page.getByRole('link', { name, exact: true }).click()
    await hasValue(code(), 'L-1')
    const original = new URL(page.url()).pathname
    await choose('Duplicate')
    await notice('Copy created')
    await hasValue(code(), '')
    await code().fill('L-1')
    await notice('Saved')
    await button(/^Publish/).click()
    const summary = page.getByRole('alert').filter({ hasText: 'to fix' })
    const holder = summary.getByRole('link', { name: /^Open item \d+$/ })
    assert.equal(await holder.getAttribute('href'), original)
    await code().fill('L-2')
    await summary.waitFor({ state: 'detached' })
    await notice('Saved')
  })

  it('deletes permanently from the trash, after a question', async () => {
    const { pathname } = new URL(page.url())
    await choose('Delete')
    await notice('Moved to trash')
    await page.goto(`${instance.url}/main/settings/trash`)
    await button(`Delete permanently: ${name}`).click()
    const ask = page.getByRole('dialog', { name: `Delete “${name}” permanently?` })
    await page.locator(':focus').and(button('Cancel', ask)).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button('Delete permanently', ask).click()
    await notice('Permanently deleted')
    await page.getByText('The trash is empty').waitFor()
    await page.goto(instance.url + pathname)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  it('has handles of fields that are large enough', async () => {
    await page.goto(`${instance.url}/main/models?model=lamp`)
    const handle = button('Move Code')
    const { width = 0, height = 0 } = (await handle.boundingBox()) ?? {}
    assert.ok(width >= 24 && height >= 24, `${width} × ${height}`)
  })

  it('logged no errors', () => assert.deepEqual(complaints, []))
})
