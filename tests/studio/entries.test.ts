/** Entries of repeats and combinations: rows with a summary that open in place; and the density of forms. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import type { Instance } from './browser.ts'
import { useStudio } from './suite.ts'

describe('entries in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  useStudio((studio) => ({ instance, page } = studio))

  const list = (name: string): Locator => page.getByRole('group', { name, exact: true })
  const row = (name: string, number: number): Locator =>
    list(name).getByRole('button', {
      name: new RegExp(`^${name}, entry ${number}\\b`),
      expanded: false,
    })
  const openRow = (name: string, number: number): Locator =>
    list(name).getByRole('button', {
      name: new RegExp(`^${name}, entry ${number}\\b`),
      expanded: true,
    })
  const saved = (): Promise<void> =>
    page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

  async function open(title: string): Promise<void> {
    await page.goto(`${instance.url}/main/contents?model=article`)
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.locator('.ProseMirror').first().waitFor()
  }

  it('are one-line rows with number, picture and text', async () => {
    await open('Breakfast at the net loft')
    const first = row('Blocks', 1)
    await first.getByText('Mackerel, bread, marmalade').waitFor()
    await first.getByText('Picture', { exact: true }).waitFor()
    await first.locator('img').waitFor()
    assert.equal(await list('Blocks').getByRole('textbox').count(), 0)
    const box = await first.boundingBox()
    assert.ok(box && box.height < 50, `${box?.height} px`)
  })

  it('open in place by keyboard, alone and all at once', async () => {
    await row('Blocks', 1).press('Enter')
    await openRow('Blocks', 1).and(page.locator(':focus')).waitFor()
    await list('Blocks')
      .getByRole('textbox', { name: /^Caption/ })
      .first()
      .waitFor()
    await list('Blocks').getByRole('button', { name: 'Expand all (Blocks)' }).press('Enter')
    for (const number of [1, 2, 3]) await openRow('Blocks', number).waitFor()
    await list('Blocks').getByRole('button', { name: 'Collapse all (Blocks)' }).press('Enter')
    for (const number of [1, 2, 3]) await row('Blocks', number).waitFor()
  })

  it('stay open when the language changes, another user saves, and the item is left', async () => {
    await open('How to read a tide table')
    await row('At a glance', 2).click()
    await openRow('At a glance', 2).waitFor()
    const languages = page.getByRole('group', { name: 'Languages', exact: true })
    await languages.getByRole('button', { name: /^Japanese/ }).click()
    await openRow('At a glance', 2).waitFor({ state: 'detached' })
    await languages.getByRole('button', { name: /^English/ }).click()
    await openRow('At a glance', 2).waitFor()
    await row('At a glance', 1).waitFor()

    await changeLabels((label) => `${label}, changed`)
    await row('At a glance', 1)
      .getByText(/, changed/)
      .waitFor()
    await openRow('At a glance', 2).waitFor()
    await row('At a glance', 3).waitFor()

    const { pathname } = new URL(page.url())
    await page.locator('main header').getByRole('link', { name: 'Article', exact: true }).click()
    await page.locator(`tbody a[href="${pathname}"]`).first().click()
    await openRow('At a glance', 2).waitFor()
    await row('At a glance', 1).waitFor()
    await row('At a glance', 3).waitFor()
    await changeLabels((label) => label.replace(', changed', ''))
    await row('At a glance', 1)
      .getByText(/, changed/)
      .waitFor({ state: 'detached' })
  })

  /** Changes all entries as another page would. */
  async function changeLabels(changed: (label: string) => string): Promise<void> {
    const url = `${instance.url}/admin/api/roots/main/contents/${page.url().split('/').at(-1)}`
    const headers = { 'X-Octavo-Studio': '1' }
    const item = (await (await page.request.get(url, { headers })).json()) as Stored
    const [{ draft, published } = assert.fail('no language')] = item.languages
    const entries = (draft ?? published)?.fields['details'] ?? []
    const next = entries.map((entry) => ({ ...entry, label: changed(entry.label) }))
    const data = { languages: { en: { fields: { details: next }, expected: null } } }
    const response = await page.request.patch(url, { headers, data })
    assert.equal(response.status(), 200, await response.text())
  }

  interface Stage {
    fields: Record<string, { label: string }[] | undefined>
  }
  interface Stored {
    languages: { draft: Stage | null; published: Stage | null }[]
  }

  it('are open when added or duplicated', async () => {
    await open('How to read a tide table')
    await row('At a glance', 3).waitFor()
    await page.getByRole('button', { name: 'Add to At a glance' }).click()
    const labels = list('At a glance').getByRole('textbox', { name: /^Label/ })
    await labels.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Boat')
    await openRow('At a glance', 4).waitFor()
    await page.getByRole('button', { name: 'Actions for At a glance, entry 1' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).filter({ visible: true }).click()
    await openRow('At a glance', 2).waitFor()
    await row('At a glance', 1).waitFor()
    await saved()
  })

  it('open for a problem, and stay open while it is fixed', async () => {
    // The added entry has no value yet, which is required.
    await list('At a glance').getByRole('button', { name: 'Expand all (At a glance)' }).click()
    await list('At a glance').getByRole('button', { name: 'Collapse all (At a glance)' }).click()
    await row('At a glance', 5).waitFor()
    await page.keyboard.press('Control+Enter')
    await openRow('At a glance', 5).waitFor()
    await row('At a glance', 1).waitFor()
    const value = list('At a glance').getByRole('textbox', { name: /^Value/ })
    await value.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Any that floats')
    await eventually(async () => (await value.inputValue()) === 'Any that floats')
    await saved()
    await openRow('At a glance', 5).waitFor()
  })

  it('keep the side column in view beside a long text', async () => {
    await open('Breakfast at the net loft')
    const slug = page.getByRole('textbox', { name: /^Slug/ })
    const top = async (): Promise<number> => (await slug.boundingBox())?.y ?? NaN
    await slug.waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await eventually(() => page.evaluate<boolean>('scrollY > 300'))
    assert.ok((await top()) > 0, 'the side column is not in view')
  })

  it('take less room in compact lists and forms, on every device', async () => {
    const rowHeight = async (): Promise<number> => {
      await page.goto(`${instance.url}/main/contents?model=article`)
      const first = page.locator('tbody tr').first()
      await first.waitFor()
      return (await first.boundingBox())?.height ?? NaN
    }
    const comfortable = await rowHeight()
    await page.goto(`${instance.url}/main/account`)
    await page.getByLabel('Density').selectOption({ label: 'Compact' })
    await page.locator('html[data-density=compact]').waitFor()
    const compact = await rowHeight()
    assert.ok(compact <= comfortable - 6, `${comfortable} px and ${compact} px`)
  })
})
