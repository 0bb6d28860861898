/** Typing in a field renders that field only, and so does saving it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { countRenders, renderedFields } from './renders.ts'
import { importModel, useStudio } from './suite.ts'

const names = Array.from({ length: 20 }, (_, at) => `field${at}`)
const entries = Array.from({ length: 30 }, (_, at) => ({ label: `Link ${at}`, note: 'A note' }))
const model = {
  luid: 'sheet',
  name: 'Sheet',
  title: 'title',
  fields: [
    { luid: 'title', type: 'text', translatable: true },
    { luid: 'body', type: 'flexible', translatable: true },
    ...names.map((luid) => ({ luid, type: 'text', translatable: true })),
    {
      luid: 'links',
      type: 'repeat',
      translatable: true,
      fields: [
        { luid: 'label', type: 'text' },
        { luid: 'note', type: 'text' },
      ],
    },
  ],
}

describe('typing in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  useStudio(async (studio) => {
    ;({ instance, page } = studio)
    const values = {
      title: 'Many fields',
      body: '<p>Words</p>'.repeat(500),
      links: entries,
      ...Object.fromEntries(names.map((luid) => [luid, `The ${luid}`])),
    }
    await importModel(instance, { languages: ['en', 'ja'], models: [model] }, [
      { model: 'sheet', published: true, fields: values },
    ])
    await countRenders(page)
    await page.goto(`${instance.url}/main/contents?model=sheet`)
    await page.getByRole('link', { name: 'Many fields', exact: true }).click()
    await page.locator('.ProseMirror').first().waitFor()
  })

  const input = (name: string): Locator => page.getByRole('textbox', { name, exact: true }).first()

  /** The places that render from the first key until the edit is saved and the page has read it again. */
  async function typedInto(target: Locator): Promise<string[]> {
    await target.focus()
    await page.keyboard.press('End')
    await renderedFields(page)
    // The page reads the item again when the server reports its change.
    const isReadAgain = page.waitForResponse(
      (response) =>
        /\/contents\/\d+$/.test(response.url()) && response.request().method() === 'GET',
    )
    await page.keyboard.type('abc')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await (await isReadAgain).finished()
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))',
    )
    return renderedFields(page)
  }

  it('renders a plain field only', async () => {
    assert.deepEqual(await typedInto(input('field7')), ['en field7'])
    await hasValue(input('field7'), 'The field7abc')
  })

  it('renders the title only', async () => {
    assert.deepEqual(await typedInto(input('title')), ['en title'])
  })

  it('renders a text only', async () => {
    assert.deepEqual(await typedInto(input('body')), ['en body'])
  })

  it('renders one row of many', async () => {
    await page.getByRole('button', { name: 'Expand all (links)' }).click()
    await page.getByRole('button', { name: 'Collapse all (links)' }).waitFor()
    assert.deepEqual(await typedInto(input('label')), ['en links', 'en links 1'])
  })

  it('renders one language of two side by side', async () => {
    await page.getByLabel('Compare with another language').selectOption('ja')
    const japanese = page.getByRole('group', { name: 'Japanese' })
    await japanese.getByRole('textbox', { name: 'field7', exact: true }).waitFor()
    assert.deepEqual(await typedInto(input('field7')), ['en field7'])
    const translated = japanese.getByRole('textbox', { name: 'field7', exact: true })
    assert.deepEqual(await typedInto(translated), ['ja field7'])
  })
})
