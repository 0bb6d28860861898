/** An editor plans releases: conflicts, times, names, copies and the archive. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { openAs, useInstance } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47

describe('releases in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  let name = 'Spring issue'

  const run = (...words: string[]): Promise<string> =>
    printedBy([...words, '--data', instance.folder])

  useInstance(async (started) => {
    ;({ instance } = started)
    ;({ page, complaints } = await openAs('editor', started, { timezoneId: 'Asia/Tokyo' }))
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
    await run('content', 'unpublish', String(article), '--lang', 'en')
    await run('release', 'create', 'spring', '--name', name)
    await run('release', 'add', 'spring', String(article), '--lang', 'en')
  })

  const go = (path: string): Promise<unknown> => page.goto(`${instance.url}/main/${path}`)
  const button = (text: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name: text, exact: true })
  const notice = (text: string): Promise<void> =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor()
  const region = (text: string): Locator => page.getByRole('region', { name: text, exact: true })
  const heading = (): Locator => page.getByRole('heading', { name, exact: true })
  async function choose(action: string): Promise<void> {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  it('are listed on the start page and in the side panel of their items', async () => {
    await go('')
    await region('Releases').getByRole('link', { name }).click()
    await heading().waitFor()
    await page.getByText('Ready to publish.').waitFor()
    await page.getByRole('table').getByRole('link').first().click()
    await region('In releases').getByText('Publish (English) · Open').waitFor()
    await region('In releases').getByRole('link', { name }).click()
    await heading().waitFor()
  })

  it('are renamed', async () => {
    await choose('Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    name = 'Summer issue'
    await dialog.getByLabel('Name').fill(name)
    await button('Save', dialog).click()
    await notice('Release renamed')
    await heading().waitFor()
  })

  it('are scheduled, shown in the calendar, moved and cancelled', async () => {
    await button('Schedule…').click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByLabel('Publish at', { exact: true }).fill('2020-12-01T09:00')
    await button('Schedule', dialog).click()
    await dialog.getByText('Must be in the future').waitFor()
    await dialog.getByLabel('Publish at', { exact: true }).fill('2099-12-01T09:00')
    await button('Schedule', dialog).click()
    await notice('Release scheduled')
    await page.getByText('1 Dec 2099, 09:00 GMT+9').waitFor()
    await go('calendar?date=2099-12-15')
    const entry = (date: string, time: string): Locator =>
      button(`${time} ${name} Release`, region(date))
    await entry('1 Dec 2099', '09:00').click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    const moving = page.getByRole('dialog', { name: `Move “${name}”` })
    await moving.getByLabel('New time').fill('2099-12-03T18:30')
    await button('Save', moving).click()
    await notice('Moved to 3 Dec 2099, 18:30 GMT+9')
    await entry('3 Dec 2099', '18:30').click()
    await page.getByRole('menuitem', { name: 'Cancel schedule' }).click()
    await page.getByText('Nothing is scheduled in this period').waitFor()
  })

  it('overwrite what was published meanwhile only if the editor decides so', async () => {
    await go(`contents/${article}`)
    await page.getByRole('textbox', { name: /^Title/ }).fill('Published meanwhile')
    await button(/^Publish/).click()
    await notice('Published')
    await go('releases/spring')
    const conflicts = page.getByRole('alert').filter({ hasText: 'Published since it was added' })
    await conflicts.getByRole('link', { name: 'Published meanwhile' }).waitFor()
    await button('Publish now').click()
    const dialog = page.getByRole('dialog')
    await button('Publish now', dialog).click()
    await dialog
      .getByRole('alert')
      .getByText(/“Published meanwhile” was published in English after it was added/)
      .waitFor()
    await dialog.getByLabel('Overwrite newer content').check()
    await button('Publish now', dialog).click()
    await notice('Release published')
    await button('Undo release').waitFor()
  })

  it('show what they have changed', async () => {
    await button(/^Show changes: /).click()
    const dialog = page.getByRole('dialog', { name: /^Changes of “/ })
    const changed = dialog.getByRole('region', { name: 'Title', exact: true })
    await changed.locator('del', { hasText: 'Published meanwhile' }).waitFor()
    await changed.locator('ins').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('are duplicated, archived and restored', async () => {
    await choose('Duplicate')
    const dialog = page.getByRole('dialog', { name: 'Duplicate' })
    name = 'Autumn issue'
    await dialog.getByLabel('Name').fill(name)
    await button('Create release', dialog).click()
    await heading().waitFor()
    await choose('Archive')
    await notice('Archived')
    await go('releases?shown=archived')
    await page.getByRole('link', { name, exact: true }).click()
    await heading().waitFor()
    await choose('Restore')
    await notice('Release restored')
    await go('releases')
    await page.getByRole('link', { name, exact: true }).waitFor()
  })

  it('logged no errors', () => assert.deepEqual(complaints, []))
})
