/** Two users open the same item and see each other. They publish, unpublish and archive, and undo it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { axeViolations, type Instance } from './browser.ts'
import { openAs, useStudio } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47

describe('working together and undoing in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let other: Page
  let complaints: string[]
  let complaintsOfOther: string[]
  useStudio(async (studio) => {
    ;({ instance, page, complaints } = studio)
    ;({ page: other, complaints: complaintsOfOther } = await openAs('editor', studio))
  })

  const go = (path: string, on = page) => on.goto(`${instance.url}/main/${path}`)
  const title = (on = page): Locator => on.getByRole('textbox', { name: /^Title/ })
  const present = (on: Page): Locator => on.getByRole('list', { name: 'Also open for' })
  const notice = (on = page): Locator => on.locator('[role=status]')
  const undo = (on = page): Locator => notice(on).getByRole('button', { name: 'Undo', exact: true })
  const header = (text: string): Promise<void> =>
    page.locator('main header').getByText(text, { exact: true }).waitFor()

  /** What a site reads, exactly. */
  async function publicText(id: number): Promise<string> {
    const [, key = ''] = /Key, published\s+(\S+)/.exec(instance.printed) ?? []
    const texts = ['en', 'ja'].map(async (lang) => {
      const url = `${instance.server.baseUrl}/contents/${id}?lang=${lang}&lang_fallback=false`
      const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
      return `${response.status} ${await response.text()}`
    })
    return (await Promise.all(texts)).join('\n')
  }

  async function edit(text: string, on = page): Promise<void> {
    await title(on).fill(text)
    await notice(on).getByText('Saved', { exact: true }).waitFor()
  }

  async function publish(): Promise<void> {
    await page
      .locator('main header')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await notice().getByText('Published', { exact: true }).waitFor()
  }

  it('shows who else has the item open, and the field that they edit', async () => {
    await go(`contents/${article}`)
    await title().waitFor()
    assert.equal(await present(page).count(), 0)
    await go(`contents/${article}`, other)
    await present(other).getByText('owner@example.com', { exact: true }).waitFor()
    await present(page).getByText('editor@example.com', { exact: true }).waitFor()
    await present(page).getByText('E', { exact: true }).waitFor()
    await title(other).focus()
    await page.getByText('editor@example.com is editing', { exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await title(other).blur()
    await page
      .getByText('editor@example.com is editing', { exact: true })
      .waitFor({ state: 'detached' })
  })

  it('removes a user who leaves', async () => {
    await go('media', other)
    await present(page).waitFor({ state: 'detached' })
  })

  it('undoes a publication: restores what was public, and keeps the draft', async () => {
    const original = await publicText(article)
    await edit('Published by mistake')
    await publish()
    assert.deepEqual(await axeViolations(page), [])
    assert.match(await publicText(article), /Published by mistake/)
    await undo().click()
    await notice().getByText('Undone: 1', { exact: true }).waitFor()
    assert.equal(await publicText(article), original)
    await header('Changed')
    assert.equal(await title().inputValue(), 'Published by mistake')
  })

  it('undoes it with the keyboard, outside text', async () => {
    const original = await publicText(article)
    await publish()
    await page.locator('main header').getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Control+z')
    await notice().getByText('Undone: 1', { exact: true }).waitFor()
    assert.equal(await publicText(article), original)
    await header('Changed')
  })

  it('refuses to undo if another user has changed the item since', async () => {
    await publish()
    await go(`contents/${article}`, other)
    await edit('Changed by Hana', other)
    const changed = await publicText(article)
    await undo().click()
    await notice()
      .getByText('Not undone: 1 · English: has changed since', { exact: false })
      .waitFor()
    assert.equal(await publicText(article), changed)
  })

  it('undoes the end of a publication, and archiving, of many items', async () => {
    await go('contents?model=article&_status[eq]=published')
    const boxes = page.locator('tbody input[type=checkbox]')
    await boxes.first().waitFor()
    const ids = await page
      .locator('tbody tr a')
      .evaluateAll((links: { href: string }[]) => [
        ...new Set(links.map(({ href }) => Number(/contents\/(\d+)/.exec(href)?.[1]))),
      ])
    const [one = 0, two = 0] = ids
    const original = [await publicText(one), await publicText(two)]
    for (const action of ['Unpublish', 'Archive']) {
      await boxes.nth(0).check()
      await boxes.nth(1).check()
      const bar = page.getByRole('toolbar')
      await bar.getByRole('button', { name: action, exact: true }).click()
      const confirm = page.getByRole('dialog').getByRole('button', { name: RegExp(`^${action}`) })
      await confirm.click()
      await undo().waitFor()
      assert.match(await publicText(one), /^404 .*\n404 /)
      await undo().click()
      await notice()
        .getByText(action === 'Archive' ? 'Restored: 2' : 'Undone: 2', { exact: true })
        .waitFor()
      assert.deepEqual([await publicText(one), await publicText(two)], original)
      await page.locator(`tbody a[href$="/contents/${one}"]`).first().waitFor()
    }
  })

  it('removes a language after a question, and undoes it', async () => {
    const id = 29
    const original = await publicText(id)
    await go(`contents/${id}`)
    await page
      .getByRole('group', { name: 'Languages', exact: true })
      .getByRole('button', { name: /^Japanese/ })
      .click()
    await page.locator('main header').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove Japanese', exact: true }).click()
    const ask = page.getByRole('dialog', { name: 'Remove Japanese', exact: true })
    await page
      .locator(':focus')
      .and(ask.getByRole('button', { name: 'Cancel' }))
      .waitFor()
    await ask.getByRole('button', { name: 'Remove Japanese', exact: true }).click()
    await notice().getByText('Language removed', { exact: true }).waitFor()
    assert.match(await publicText(id), /^200 .*\n404 /)
    await undo().click()
    await notice().getByText('Undone: 1', { exact: true }).waitFor()
    assert.equal(await publicText(id), original)
  })

  it('keeps the notice while the pointer or the focus is on it', async () => {
    await page.clock.install()
    await go(`contents/${article}`)
    await edit('Once more')
    await publish()
    await undo().hover()
    await page.clock.runFor(120_000)
    await page.mouse.move(0, 0)
    await undo().focus()
    await page.clock.runFor(120_000)
    await undo().waitFor()
    await undo().blur()
    await page.clock.runFor(31_000)
    await undo().waitFor({ state: 'detached' })
  })

  it('logged no errors', () => assert.deepEqual([...complaints, ...complaintsOfOther], []))
})
