/**
 * An editor plans, moves and cancels a publication, sets a review date, restores a revision, and publishes
 * a release. A writer sees why Publish is disabled.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, openMenu, type Instance } from './browser.ts'
import { openAs, useInstance, type Started } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47
const title = 'Notes from a harbour in December'

describe('scheduling in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let started: Started
  let page: Page
  const complaints: string[][] = []

  useInstance(async (given) => {
    started = given
    instance = given.instance
    page = await openPageAs('editor')
  })

  const go = (path: string, on = page): Promise<unknown> => on.goto(`${instance.url}/main/${path}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const notice = (text: string): Promise<void> =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor()
  const field = (name: RegExp): Locator => page.getByRole('textbox', { name })
  const rail = (): Locator => page.getByRole('region', { name: 'Scheduled', exact: true })
  const entry = (date: string, time: string): Locator =>
    button(
      `${time} ${title} Publish English`,
      page.getByRole('region', { name: date, exact: true }),
    )

  /** Signs in as a new member with this role, in a separate browser context. */
  async function openPageAs(role: string): Promise<Page> {
    const opened = await openAs(role, started, { timezoneId: 'Asia/Tokyo' })
    complaints.push(opened.complaints)
    return opened.page
  }

  it('plans a publication from the menu of an item, in the zone of the browser', async () => {
    await page.getByRole('heading', { name: 'Start' }).waitFor()
    await go(`contents/${article}`)
    await field(/^Title/).fill(title)
    await field(/^Lead/).fill('Rain on the quay.')
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule' })
    const time = dialog.getByLabel('Publish at', { exact: true })
    await time.fill('2020-12-01T09:00')
    await button('Schedule', dialog).click()
    await dialog.getByText('Must be in the future').waitFor()
    await time.fill('2099-12-01T09:00')
    await button('Schedule', dialog).click()
    await notice('Scheduled')
    await rail().getByText('Publish (English)').waitFor()
    await rail().getByText('1 Dec 2099, 09:00 GMT+9').waitFor()
  })

  it('shows that the draft has changed since, and schedules it again', async () => {
    const isNewer = rail().getByText('The draft has changed since it was scheduled.')
    await field(/^Lead/).fill('Snow on the quay.')
    await isNewer.waitFor()
    await button('Schedule the current draft', rail()).click()
    await isNewer.waitFor({ state: 'detached' })
    await rail().getByText('1 Dec 2099, 09:00 GMT+9').waitFor()
  })

  it('shows what there is to do on the start page', async () => {
    const day = page.getByRole('region', { name: 'Review by' }).locator('input')
    await day.fill('2020-01-31')
    await day.press('Enter')
    await notice('Review date set')
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    for (const name of ['My drafts', 'Review due', 'Scheduled']) {
      await page.getByRole('region', { name }).getByRole('link', { name: title }).waitFor()
    }
    await page.getByRole('link', { name: 'Show all: Review due' }).click()
    await page.getByRole('heading', { name: 'All content' }).waitFor()
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: title }).click()
    await button('Remove', page.getByRole('region', { name: 'Review by' })).click()
    await notice('Review date removed')
  })

  it('shows it in the list and in the calendar', async () => {
    await go('contents')
    await page.getByLabel('State').selectOption('Scheduled')
    const rows = page.locator('tbody tr')
    await rows.nth(1).waitFor({ state: 'detached' })
    await rows.filter({ hasText: title }).waitFor()
    await go('calendar?date=2099-12-15')
    await page.getByText('Time zone: Asia/Tokyo').waitFor()
    await entry('1 Dec 2099', '09:00').waitFor()
  })

  it('moves it with the keyboard', async () => {
    await openMenu(entry('1 Dec 2099', '09:00'))
    await page.getByRole('menuitem', { name: 'Move…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Move “${title}”` })
    await hasValue(dialog.getByLabel('New time'), '2099-12-01T09:00')
    await dialog.getByLabel('New time').fill('2099-12-03T18:30')
    await dialog.getByLabel('New time').press('Enter')
    await notice('Moved to 3 Dec 2099, 18:30 GMT+9')
    await dialog.waitFor({ state: 'detached' })
    await entry('3 Dec 2099', '18:30').waitFor()
    await button(new RegExp(` ${title} `))
      .nth(1)
      .waitFor({ state: 'detached' })
  })

  it('moves it to another day of the week by dragging', async () => {
    await go('calendar?date=2099-12-03')
    await page.getByText('Week', { exact: true }).click()
    await page
      .getByRole('region', { name: '10 Dec 2099', exact: true })
      .waitFor({ state: 'detached' })
    const day = page.getByRole('region', { name: '5 Dec 2099', exact: true })
    await entry('3 Dec 2099', '18:30').hover()
    await page.mouse.down()
    const box = await day.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
    await day.and(page.locator('[data-over="true"]')).waitFor()
    await page.mouse.up()
    await notice('Moved to 5 Dec 2099, 18:30 GMT+9')
    await entry('5 Dec 2099', '18:30').waitFor()
  })

  it('cancels it in the calendar, which removes it from the item', async () => {
    await entry('5 Dec 2099', '18:30').click()
    await page.getByRole('menuitem', { name: 'Open item' }).click()
    await rail().getByText('5 Dec 2099, 18:30 GMT+9').waitFor()
    await page.goBack()
    await entry('5 Dec 2099', '18:30').click()
    await page.getByRole('menuitem', { name: 'Cancel schedule' }).click()
    await page.getByText('Nothing is scheduled in this period').waitFor()
    await page.goForward()
    await button('More actions').waitFor()
    await rail().waitFor({ state: 'detached' })
  })

  it('compares revisions, names one, and restores a chosen field', async () => {
    await go(`contents/${article}`)
    await button('History').click()
    await button(/^Edited \(English\)\s*Changed: Title, Lead/).waitFor()
    await button(/^Created and published \(English\)/).click()
    const dialog = page.getByRole('dialog', { name: 'Compare versions' })
    await dialog.locator('del', { hasText: 'November' }).waitFor()
    await dialog.locator('ins', { hasText: 'December' }).waitFor()
    await dialog.getByLabel('Name of this revision').fill('First print')
    await button('Save', dialog).click()
    await dialog.getByLabel('Restore Lead').uncheck()
    await button('Restore selected fields (1)', dialog).click()
    await notice('Revision 1 restored as a draft')
    await button(/^Restored \(English\)\s*Changed: Title/).waitFor()
    await button(/^First print/).waitFor()
    await hasValue(field(/^Title/), 'Notes from a harbour in November')
    await hasValue(field(/^Lead/), 'Snow on the quay.')
  })

  it('adds the draft to a release, publishes it, and undoes it', async () => {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Add to release…' }).click()
    const created = page.getByRole('dialog', { name: 'New release' })
    await created.getByLabel('Name').fill('Spring issue')
    await button('Create release', created).click()
    await button('Add', page.getByRole('dialog', { name: 'Add to a release' })).click()
    await notice('Added to the release')
    await page.getByRole('link', { name: 'Releases', exact: true }).click()
    // The side panel of the item, which may still be shown, has the same link.
    await page.getByRole('table').getByRole('link', { name: 'Spring issue' }).first().click()
    await page.getByRole('cell', { name: 'English', exact: true }).waitFor()
    await button('Publish now').click()
    await button('Publish now', page.getByRole('dialog')).click()
    await notice('Release published')
    await button('Undo release').click()
    await button('Undo release', page.getByRole('dialog')).click()
    await notice('Release undone')
    await button('Publish now').waitFor()
    await go('contents?model=article')
    await page
      .getByRole('checkbox', { name: /^Select “?Notes/ })
      .first()
      .check()
    await button('Add to release…').click()
    const dialog = page.getByRole('dialog', { name: 'Add to a release' })
    await dialog.getByRole('option', { name: 'Spring issue' }).waitFor({ state: 'attached' })
  })

  it('restores a draft that is newer than the last publication when restoring is undone', async () => {
    const other = 48
    const [, key = ''] = /draft \+ write\s+(\S+)/.exec(instance.printed) ?? []
    const edit = async (text: string): Promise<void> => {
      const url = `${instance.url}/v1/contents/${other}?model=article`
      const body = JSON.stringify({ fields: { title: text } })
      const headers = { 'X-SERVICE-API-KEY': key }
      const { status } = await fetch(url, { method: 'PATCH', headers, body })
      assert.equal(status, 200)
    }
    const run = (...words: string[]) => printedBy([...words, '--data', instance.folder])
    await edit('Released')
    await run('release', 'create', 'newer')
    await run('release', 'add', 'newer', String(other), '--lang', 'en')
    await edit('Newer draft')
    await run('release', 'publish', 'newer')
    await go(`contents/${other}`)
    await hasValue(field(/^Title/), 'Newer draft')
    await button('History').click()
    await button(/^Published \(English\)/).click()
    await button('Restore as draft', page.getByRole('dialog', { name: 'Compare versions' })).click()
    await hasValue(field(/^Title/), 'Released')
    await button('Undo', page.getByRole('status')).click()
    await hasValue(field(/^Title/), 'Newer draft')
  })

  it('explains to a writer why Publish is disabled', async () => {
    const other = await openPageAs('writer')
    await go(`contents/${article}`, other)
    const publish = button(/^Publish changes/, other)
    await publish.waitFor()
    assert.ok(await publish.isDisabled())
    assert.match((await publish.getAttribute('title')) ?? '', /^Your role may only change drafts/)
  })

  it('logged no errors', () => assert.deepEqual(complaints.flat(), []))
})
