/** Reviews, bulk edits and administration. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { addUsage, hasValue, openContext, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47
const salt = 16

interface Box {
  x: number
  y: number
}

describe('reviews, bulk edits and administration in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let browser: Browser
  let page: Page
  let complaints: string[]
  let today: Date

  useStudio(async (studio) => {
    ;({ instance, browser, page, complaints } = studio)
    today = await addUsage(instance)
  })

  const go = (path: string): Promise<unknown> => page.goto(`${instance.url}/main/${path}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const dialog = (name: RegExp): Locator => page.getByRole('dialog', { name })
  const title = (): Locator => page.getByRole('textbox', { name: /^Title/ })
  const saved = (): Promise<void> =>
    page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text })
  const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'detached' })

  async function read(path: string, kind: 'published' | 'draft'): Promise<Response> {
    const [, published = '', draft = ''] =
      /Key, published\s+(\S+)[^]*Key, draft \+ write\s+(\S+)/.exec(instance.printed) ?? []
    const key = kind === 'published' ? published : draft
    return fetch(instance.server.baseUrl + path, { headers: { 'X-SERVICE-API-KEY': key } })
  }

  async function field(name: string, kind: 'published' | 'draft', id = article): Promise<unknown> {
    const response = await read(`/contents/${id}?depth=0`, kind)
    assert.equal(response.status, 200)
    return ((await response.json()) as Record<string, unknown>)[name]
  }

  /** Changes an item through the management API, as another user would. */
  async function changeItem(id: number, action: 'delete' | 'restore'): Promise<void> {
    const url = `${instance.url}/admin/api/roots/main/contents/bulk`
    const headers = { 'X-Octavo-Studio': '1' }
    const response = await page.request.post(url, { headers, data: { action, ids: [id] } })
    assert.equal(response.status(), 200)
  }

  describe('usage', () => {
    const requests = (): Locator => page.getByRole('figure').filter({ hasText: 'Requests per day' })

    it('is shown by key for the selected period', async () => {
      await go('settings/usage')
      const cells = async (key: string): Promise<string[]> => {
        const found = row(key).filter({ has: button(key) })
        await found.waitFor()
        return found.getByRole('cell').allTextContents()
      }
      assert.deepEqual(await cells('Demo, published'), ['Demo, published', '5,680', '33 %', '0'])
      assert.deepEqual(await cells('Demo, draft and write'), [
        'Demo, draft and write',
        '735',
        '0 %',
        '13',
      ])
      await page.getByLabel('Period').selectOption('Last 7 days')
      // Less if a day has begun since the usage was added.
      await page.getByRole('cell', { name: /^(3,280|2,800)$/ }).waitFor()
    })

    it('is shown by day and for a single key', async () => {
      const style = { dateStyle: 'medium', timeZone: 'UTC' } as const
      const ofToday = requests()
        .getByRole('row')
        .filter({ hasText: new Intl.DateTimeFormat('en-GB', style).format(today) })
      const numbers = 'Demo, published: 400, Demo, draft and write: 20'
      await ofToday.getByRole('cell', { name: numbers, exact: true }).waitFor()
      assert.equal(await requests().getByRole('row').count(), 7)
      await page.getByLabel('Key').selectOption('Demo, draft and write')
      await ofToday.getByText('Demo, draft and write: 20', { exact: true }).waitFor()
    })
  })

  describe('a review', () => {
    const lead = (): Locator => page.getByRole('textbox', { name: /^Lead/ })
    const old = 'First oysters, cold cats, and an announcement about the crane.'

    it('shows the changes that publishing would make, with equal lines aligned', async () => {
      await go(`contents/${article}`)
      await title().fill('Notes from a harbour in December')
      await lead().fill(`A line before it.\n${old}`)
      await saved()
      await button('Review changes (2)').click()
      const review = dialog(/^Review changes \(2\)/)
      const changed = review.getByRole('region', { name: 'Title' })
      assert.equal(await changed.locator('del').textContent(), 'November')
      assert.equal(await changed.locator('ins').textContent(), 'December')
      const lines = review.getByRole('region', { name: 'Lead' }).getByText(old, { exact: true })
      await lines.nth(1).waitFor()
      // In one step, so that nothing moves meanwhile.
      const boxes = await lines.evaluateAll((all: { getBoundingClientRect(): Box }[]) =>
        all.map((line) => line.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
      )
      assert.equal(boxes.length, 2)
      assert.equal(boxes[0]?.y, boxes[1]?.y)
      assert.notEqual(boxes[0]?.x, boxes[1]?.x)
    })

    it('changes nothing when it is closed, and publishes on request', async () => {
      await button('Keep editing').click()
      await gone(dialog(/^Review/))
      assert.equal(await field('title', 'published'), 'Notes from a harbour in November')
      await button('Review changes (2)').click()
      await button('Publish changes in English').click()
      await page.locator('main header').getByText('Published', { exact: true }).waitFor()
      assert.equal(await field('title', 'published'), 'Notes from a harbour in December')
      await gone(button(/^Review changes/))
    })

    it('shows the changes that discarding would lose, and reverts to the published version', async () => {
      await title().fill('A title to be discarded')
      await saved()
      const discard = async (choice: string): Promise<void> => {
        await button('More actions').click()
        await page.getByRole('menuitem', { name: 'Discard draft and revert to published' }).click()
        const review = dialog(/^Discard this draft\? Changed fields: 1/)
        await review.getByText('A title to be discarded', { exact: true }).waitFor()
        await button(choice, review).click()
        await gone(review)
      }
      await discard('Keep draft')
      await hasValue(title(), 'A title to be discarded')
      await discard('Discard draft')
      await page.locator('main input[value="Notes from a harbour in December"]').waitFor()
      assert.equal(await field('title', 'draft'), 'Notes from a harbour in December')
    })
  })

  describe('a bulk edit', () => {
    const titles = ['The five o’clock chime', 'Tsukuda, boiled down']
    const kindOf = (text: string): Promise<string | null> =>
      row(text).getByRole('cell').nth(4).textContent()

    it('shows the problem at the field if the value is invalid for all items, and changes nothing', async () => {
      await go('contents?model=article')
      for (const one of titles) await page.getByLabel(`Select ${one}`).check()
      await button('Edit fields').click()
      const edit = dialog(/^Edit selected items \(2\)/)
      assert.ok(await button('Update items (2)', edit).isDisabled())
      await edit.getByLabel('Issue').check()
      await edit.getByRole('textbox', { name: 'Issue' }).click()
      await page.getByRole('listbox').getByRole('option', { name: 'Salt' }).click()
      await changeItem(salt, 'delete')
      await button('Update items (2)', edit).click()
      await edit.getByText(`Content item ${salt} no longer exists`).waitFor()
      await edit.getByRole('checkbox', { name: 'Issue' }).uncheck()
      await changeItem(salt, 'restore')
    })

    it('changes only the selected field, in the drafts of all items', async () => {
      assert.deepEqual(await Promise.all(titles.map(kindOf)), ['Note', 'Feature'])
      const edit = dialog(/^Edit selected items \(2\)/)
      await edit.getByLabel('Kind').check()
      await edit.getByRole('combobox', { name: /^Kind/ }).click()
      await page.getByRole('option', { name: 'Guide' }).click()
      await button('Update items (2)', edit).click()
      await page.getByText('Drafts updated: 2').waitFor()
      for (const one of titles) {
        await row(one).getByRole('cell', { name: 'Guide', exact: true }).waitFor()
        await row(one).getByRole('cell', { name: 'Changed', exact: true }).waitFor()
      }
    })

    it('restores the previous value of every item on undo', async () => {
      await button('Undo').click()
      await page.getByText('Undone: 2').waitFor()
      await row(titles[0] ?? '')
        .getByRole('cell', { name: 'Note', exact: true })
        .waitFor()
      await row(titles[1] ?? '')
        .getByRole('cell', { name: 'Feature', exact: true })
        .waitFor()
      await go('contents?model=article')
      for (const one of titles) await row(one).waitFor()
      assert.deepEqual(await Promise.all(titles.map(kindOf)), ['Note', 'Feature'])
    })
  })

  describe('a key', () => {
    it('shows invalid values at the field', async () => {
      await go('settings/keys')
      await button('Edit: Demo, published').click()
      await page.getByLabel('Expires').fill('2020-01-01T00:00')
      await button('Save').click()
      await page.getByText('Must be in the future').waitFor()
      await button('Cancel').click()
      assert.equal((await read('/contents?limit=1', 'published')).status, 200)
    })

    it('is renamed and limited, and the limit applies immediately', async () => {
      await button('Edit: Demo, published').click()
      await page.getByLabel('Name').fill('Website')
      await page.getByLabel('Reads per minute').fill('1')
      await button('Save').click()
      await row('Website').getByText('Reads per minute: 1').waitFor()
      // Earlier responses come from the cache, which is not limited. A new minute may begin in between.
      let limit = 2
      await eventually(
        async () => (await read(`/contents?limit=${++limit}`, 'published')).status === 429,
        { seconds: 0.1 },
      )
    })

    it('is disabled and enabled again', async () => {
      await button('Disable: Website').click()
      await row('Website').getByText('disabled', { exact: true }).waitFor()
      assert.equal((await read('/contents?limit=1', 'published')).status, 401)
      await button('Enable: Website').click()
      await gone(row('Website').getByText('disabled', { exact: true }))
      assert.notEqual((await read('/contents?limit=1', 'published')).status, 401)
    })
  })

  describe('a member', () => {
    let link = ''

    it('is invited by a link, and gets another role before using it', async () => {
      await go('settings/members')
      await button('Invite').click()
      await page.getByLabel('Email address').fill('mio@example.com')
      await button('Invite').click()
      link = (await page.getByTestId('secret').textContent()) ?? ''
      await button('Edit: mio@example.com').click()
      await page.getByLabel('Role').selectOption('Viewer')
      await button('Save').click()
      await row('mio@example.com').getByRole('cell', { name: 'Viewer', exact: true }).waitFor()
    })

    it('has only the permissions of the role', async () => {
      const elsewhere = await openContext(browser)
      const other = await elsewhere.newPage()
      await other.goto(link)
      await other.getByLabel('Your name').fill('Mio')
      await other.getByLabel('New password').fill('some unrelated words')
      await other.locator('button[type=submit]').click()
      await other.getByRole('link', { name: 'Article', exact: true }).click()
      await other.locator('tbody tr').first().waitFor()
      assert.equal(await button('New', other).count(), 0)
      assert.equal(await other.getByRole('link', { name: 'Settings' }).count(), 0)
      await elsewhere.close()
    })

    it('is removed after a second click', async () => {
      await page.reload()
      await row('Mio').waitFor()
      await button('Remove', row('Mio')).click()
      await button('Remove member', row('Mio')).click()
      await gone(row('Mio'))
    })
  })

  it('logged no errors', () => assert.deepEqual(complaints, []))
})
