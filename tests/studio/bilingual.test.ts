/** A translator compares, copies and updates two languages, and finds what is left to translate. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { EditableItem } from '../../packages/schema/src/admin/items.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { isSelected } from './caret.ts'
import { useStudio } from './suite.ts'

const texts = { title: 'The salt road', lead: 'A road along the sea.', body: '<p>One.</p>' }

describe('two languages in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  let id: number

  useStudio(async (studio) => {
    ;({ instance, page, complaints } = studio)
    const languages = { en: { fields: texts } }
    const body = { model: 'article', space: '_parent', languages }
    id = (await api('POST', '/contents', body)).id
  })

  async function api(method: string, path: string, data?: object): Promise<EditableItem> {
    const url = `${instance.url}/admin/api/roots/main${path}`
    const headers = { 'X-Octavo-Studio': '1' }
    const response = await page.request.fetch(url, { method, headers, ...(data && { data }) })
    assert.equal(response.status(), 200, await response.text())
    return (await response.json()) as EditableItem
  }

  /** Waits until the server has this value. */
  async function saved(language: string, luid: string, value: unknown): Promise<void> {
    let found: unknown
    await eventually(
      async () => {
        const { languages } = await api('GET', `/contents/${id}`)
        const own = languages.find((one) => one.language === language)
        found = (own?.draft ?? own?.published)?.fields[luid]
        return found === value
      },
      { otherwise: () => `${language}.${luid} is ${JSON.stringify(found)}` },
    )
  }

  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const input = (language: string, name: RegExp): Locator =>
    page.getByRole('group', { name: language, exact: true }).getByRole('textbox', { name })
  const notice = (text: string): Locator =>
    page.getByRole('status').getByText(text, { exact: true })
  const bar = (): Locator => page.getByRole('group', { name: 'Languages' })
  const dialog = (): Locator => page.getByRole('dialog')

  /** Waits until the element or something in it has the focus. */
  const focused = (one: Locator): Promise<void> => one.and(page.locator(':focus-within')).waitFor()

  it('copies a field from English, and undoes it', async () => {
    await page.goto(`${instance.url}/main/contents/${id}`)
    await bar().getByRole('combobox').selectOption('ja')
    await hasValue(input('English', /^Title/), texts.title)
    await button('Copy Title from English').click()
    await notice('Title copied from English to Japanese').waitFor()
    await hasValue(input('Japanese', /^Title/), texts.title)
    await button('Undo', page.getByRole('status')).click()
    await hasValue(input('Japanese', /^Title/), '')
  })

  it('copies everything into a new translation', async () => {
    await button('Copy all from English').click()
    await notice('Fields copied from English to Japanese: 3').waitFor()
    await hasValue(input('Japanese', /^Title/), texts.title)
    await input('Japanese', /^Body/).getByText('One.', { exact: true }).waitFor()
    await saved('ja', 'body', texts.body)
  })

  it('asks before it replaces text', async () => {
    await input('Japanese', /^Title/).fill('塩の道')
    await button('Copy Title from English').click()
    await dialog().getByText('Title', { exact: true }).waitFor()
    await focused(button('Cancel', dialog()))
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await hasValue(input('Japanese', /^Title/), '塩の道')
    await saved('ja', 'title', '塩の道')
    await button('Copy all from English').click()
    await button('Replace text (1)', dialog()).click()
    await hasValue(input('Japanese', /^Title/), texts.title)
    await button('Undo', page.getByRole('status')).click()
    await hasValue(input('Japanese', /^Title/), '塩の道')
    await saved('ja', 'title', '塩の道')
  })

  it('keeps the languages in view, and scrolls both columns together', async () => {
    const tops = (): Promise<number[]> =>
      page.evaluate<number[]>(
        `['en', 'ja'].map((key) =>
          document.getElementById('field-languages.' + key + '.fields.body').getBoundingClientRect().top)`,
      )
    const areAligned = ([left, right]: readonly number[]): boolean => left === right
    let start: number[] = []
    await eventually(async () => areAligned((start = await tops())))
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await eventually(async () => {
      const now = await tops()
      return areAligned(now) && Math.max(...now) < Math.max(...start)
    })
    const place = await bar().boundingBox()
    assert.ok(place && place.y >= 0 && place.y + place.height < 200, 'the bar has left the screen')
    await page.evaluate('scrollTo(0, 0)')
  })

  it('marks a translation as older than its original, with the difference', async () => {
    await input('English', /^Lead/).fill('An old road along the sea.')
    await saved('en', 'lead', 'An old road along the sea.')
    await button('English has changed').click()
    await dialog().locator('ins', { hasText: 'An old' }).waitFor()
    await dialog().locator('del', { hasText: 'A' }).waitFor()
    await button('Close', dialog()).last().click()
    await dialog().waitFor({ state: 'detached' })
    await button('Show how Lead has changed in English').click()
    await page.locator('ins', { hasText: 'An old' }).waitFor()
    await focused(dialog())
    await page.keyboard.press('Escape')
    await page.locator('ins').waitFor({ state: 'detached' })
    assert.equal(await button('Show how Title has changed in English').count(), 0)
  })

  it('lists what is outdated, and what is not translated', async () => {
    await page.getByRole('link', { name: 'Translations', exact: true }).click()
    const row = page.getByRole('row', { name: /^Article/ })
    await row.getByRole('link', { name: '1 outdated', exact: true }).click()
    await page.getByRole('heading', { name: 'Article' }).waitFor()
    const choice = page.getByRole('combobox', { name: 'Translation' })
    await choice
      .locator('option', { hasText: 'Japanese outdated (1)' })
      .waitFor({ state: 'attached' })
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    const link = page.locator('tbody').getByRole('link', { name: '塩の道' })
    await link.waitFor()
    await choice.selectOption('missing ja')
    await link.waitFor({ state: 'detached' })
    await page.goBack()
    await link.click()
  })

  it('takes a confirmation that the translation is up to date', async () => {
    await bar()
      .getByRole('button', { name: /^Japanese/ })
      .click()
    await button('English has changed').click()
    await button('Mark as up to date', dialog()).click()
    await notice('Japanese marked as up to date').waitFor()
    await button('English has changed').waitFor({ state: 'detached' })
    const { translations } = await api('GET', `/contents/${id}`)
    assert.deepEqual(
      translations.map(({ isOutdated }) => isOutdated),
      [false],
    )
  })

  it('adds readings, and changes the width of characters', async () => {
    const body = page.getByRole('textbox', { name: /^Body/ })
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('塩の道 2026')
    await body.getByText('塩の道 2026', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    await isSelected(body, '塩')
    await button('Ruby').click()
    await hasValue(dialog().getByRole('textbox', { name: 'Text' }), '塩')
    await dialog().getByRole('textbox', { name: 'Reading' }).fill('しお')
    await page.keyboard.press('Enter')
    await body.locator('ruby rt', { hasText: 'しお' }).waitFor()
    await focused(body)
    await page.keyboard.press('Control+a')
    await button('Character width').click()
    await page.getByRole('menuitem', { name: /^Full width/ }).click()
    await body.getByText('の道　２０２６').waitFor()
    await saved('ja', 'body', '<p><ruby>塩<rt>しお</rt></ruby>の道　２０２６</p>')

    const title = page.getByRole('textbox', { name: /^Title/ })
    await title.fill('塩の道 10')
    await button('Change the character width of Title').click()
    await page.getByRole('menuitem', { name: /^Full width/ }).click()
    await hasValue(title, '塩の道　１０')
    await page.keyboard.press('Control+z')
    await hasValue(title, '塩の道 10')
    await saved('ja', 'title', '塩の道 10')
  })

  it('reported nothing to the console', () => {
    assert.deepEqual(complaints, [])
  })
})
