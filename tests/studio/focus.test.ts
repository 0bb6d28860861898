/** Keyboard users keep their place when a dialog closes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { openMenu, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47

describe('the focus in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page

  useStudio((studio) => {
    ;({ instance, page } = studio)
  })

  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const hasFocus = (locator: Locator): Promise<void> =>
    page.locator(':focus').and(locator).waitFor()

  /** Opens with Enter and closes with Escape. */
  async function openAndLeave(opener: Locator, item?: string): Promise<void> {
    if (item === undefined) await opener.press('Enter')
    else {
      await openMenu(opener)
      await page.getByRole('menuitem', { name: item }).press('Enter')
    }
    const dialog = page.getByRole('dialog')
    await page.locator('[role="dialog"] :focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(opener)
  }

  it('returns from the review of an item, also if a menu opened it', async () => {
    await page.goto(`${instance.url}/main/contents/${article}`)
    await page.getByRole('textbox', { name: /^Title/ }).fill('Typed to have something to review')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await openAndLeave(button(/^Review changes/))
    await openAndLeave(button('More actions'), 'Review changes')
    await openAndLeave(button('More actions'), 'Discard')
  })

  it('returns from choosing a file', async () => {
    const main = page.getByRole('main')
    await openAndLeave(main.getByRole('button', { name: /file|image/i }).first())
  })

  it('returns from dialogs of models', async () => {
    await page.goto(`${instance.url}/main/models`)
    const opener = button('New model')
    await opener.waitFor()
    await openAndLeave(opener)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  it('moves to the list when the selection is cleared', async () => {
    await page.goto(`${instance.url}/main/contents?model=article`)
    const boxes = page.locator('tbody input[type=checkbox]')
    const all = page.getByLabel('Select all on this page')
    await boxes.first().check()
    await button('Clear selection').focus()
    await page.keyboard.press('Enter')
    await hasFocus(all)
    await boxes.first().check()
    await button('Archive', page.getByRole('toolbar')).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Archived: 1').waitFor()
    await hasFocus(all)
  })
})
