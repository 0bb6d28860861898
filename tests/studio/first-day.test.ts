/** From an empty instance to content in the API, only by clicking and typing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { axeViolations, type Instance } from './browser.ts'
import { openPage, useInstance } from './suite.ts'

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the first day in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]
  let key = ''
  let itemId = ''

  useInstance(
    async (started) => {
      ;({ instance } = started)
      ;({ page, complaints } = await openPage(started))
    },
    { args: [] },
  )

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByLabel(name, { exact: typeof name === 'string' })
  const goTo = (name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  const saved = (): Promise<void> =>
    page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const header = (): Locator => page.locator('main header')

  async function read(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${instance.url}/v1${path}`, {
      headers: { 'X-SERVICE-API-KEY': key },
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('sets up the owner', async () => {
    await page.goto(instance.url)
    await field('Your name').fill('Aiko')
    await field('Email address').fill('aiko@example.com')
    await page.locator('input[type=password]').fill('a long enough password')
    assert.deepEqual(await axeViolations(page), [])
    await button('Create owner account').click()
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
  })

  it('adds a language', async () => {
    await goTo('Settings')
    await field('Language key').fill('ja')
    await button('Add language').click()
    await button('Apply changes').click()
    await page.getByText('Changes applied').waitFor()
  })

  it('creates a field set and a model with all twelve field types', async () => {
    await goTo('Models')
    await button('New field set').click()
    await field('Name', page.getByRole('dialog')).fill('Seo')
    await button('Add', page.getByRole('dialog')).click()
    await addField('Single-line text', 'Meta title')
    await button('New model').click()
    await field('Name', page.getByRole('dialog')).fill('Story')
    await button('Add', page.getByRole('dialog')).click()
    await page.getByRole('region', { name: 'Story' }).waitFor()
    const types = [
      ['Single-line text', 'Title'],
      ['Multi-line text', 'Lead'],
      ['Flexible text', 'Body'],
      ['Yes or no', 'Featured'],
      ['Single select', 'Kind'],
      ['Multi select', 'Tags'],
      ['Date and time', 'Happens'],
      ['Media', 'Cover'],
      ['Reference', 'Next'],
      ['Repeat', 'Links'],
      ['Combination', 'Blocks'],
    ] as const
    for (const [type, name] of types) await addField(type, name)
    await addField('Field set', undefined)
    assert.deepEqual(await axeViolations(page), [])
    await button('Review changes').click()
    await button('Apply changes').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Changes applied').waitFor()
  })

  async function addField(type: string, name: string | undefined): Promise<void> {
    await button('Add field').last().click()
    const dialog = page.getByRole('dialog', { name: 'Add field' })
    await dialog
      .locator('button', { has: page.locator('strong', { hasText: type }) })
      .first()
      .click()
    await dialog.waitFor({ state: 'detached' })
    if (name === undefined) return
    const row = page.locator('main [aria-expanded=true]').last().locator('xpath=../..')
    await field('Name', row).first().fill(name)
  }

  it('uploads an image', async () => {
    await goTo('Media')
    const chooser = page.waitForEvent('filechooser')
    await button('Upload').click()
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
    await button('dot.png').waitFor()
  })

  it('writes an item in two languages and publishes it', async () => {
    await goTo('Story')
    await page.getByRole('link', { name: 'New Story' }).first().click()
    await field('Title').fill('Hello')
    await saved()
    await field('Lead').fill('One line\nand another')
    await page.getByRole('textbox', { name: 'Body' }).click()
    await page.keyboard.type('Some words.')
    await field('Featured').press('Space')
    await page.getByRole('switch', { name: 'Featured', checked: true }).waitFor()
    await choose('Kind', 'Option 1')
    await choose('Tags', 'Option 1')
    await field('Happens').fill('2026-11-14T09:30')
    await button('Choose media: Cover').click()
    await page.getByRole('dialog').getByRole('button', { name: 'dot.png' }).click()
    await page.getByRole('textbox', { name: 'Next' }).click()
    await page.keyboard.type('Hel')
    await page
      .getByRole('option', { name: /^Hello/ })
      .first()
      .click()
    await button('Add to Links').click()
    await field('Text').fill('in a repeat')
    await button('Add to Blocks').click()
    await page.getByRole('menuitem', { name: 'Seo' }).click()
    await field('Meta title').nth(0).fill('in a block')
    await field('Meta title').nth(1).fill('in the set')
    await saved()
    assert.deepEqual(await axeViolations(page), [])
    await page
      .getByRole('group', { name: 'Languages' })
      .getByRole('button', { name: /^Japanese/ })
      .click()
    await page.locator('[id="field-languages.ja.fields.title"]').fill('こんにちは')
    await saved()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Publish all languages' }).click()
    await header().getByText('Published', { exact: true }).first().waitFor()
    itemId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.match(itemId, /^\d+$/)
  })

  async function choose(label: string, option: string): Promise<void> {
    await page
      .getByRole('textbox', { name: label })
      .or(page.getByRole('combobox', { name: label }))
      .first()
      .click()
    await page.getByRole('option', { name: option }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
  }

  it('creates a key and reads every value through the API', async () => {
    await goTo('Settings')
    await page.getByRole('link', { name: 'Keys' }).click()
    await button('New key').click()
    await field('Name').fill('Website')
    await button('Create key').click()
    key = (await page.getByTestId('secret').textContent()) ?? ''
    assert.deepEqual(await axeViolations(page), [])
    const { status, body } = await read(`/contents/${itemId}?depth=0`)
    assert.equal(status, 200)
    const { cover, ...values } = body
    assert.deepEqual(withoutSystem(values), {
      title: 'Hello',
      lead: 'One line\nand another',
      body: '<p>Some words.</p>',
      featured: true,
      kind: 'option_1',
      tags: ['option_1'],
      happens: new Date('2026-11-14T09:30').toISOString(),
      next: Number(itemId),
      links: [{ text: 'in a repeat' }],
      blocks: [{ luid: 'seo', fields: { meta_title: 'in a block' } }],
      seo: { meta_title: 'in the set' },
    })
    assert.match((cover as { url: string }).url, /dot\.png$/)
    const japanese = await read(`/contents/${itemId}?lang=ja`)
    assert.equal(japanese.body['title'], 'こんにちは')
  })

  it('hides a draft from the published key until it is published', async () => {
    await page.goto(`${instance.url}/main/contents/${itemId}`)
    await field('Title').fill('Hello again')
    await header().getByText('Changed', { exact: true }).waitFor()
    assert.equal((await read(`/contents/${itemId}`)).body['title'], 'Hello')
    await button(/^Publish changes/).click()
    await header().getByText('Published', { exact: true }).waitFor()
    assert.equal((await read(`/contents/${itemId}`)).body['title'], 'Hello again')
  })

  it('unpublishes, archives, restores, deletes and restores', async () => {
    const act = async (name: string, status: string): Promise<void> => {
      await button('More actions').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await header().getByText(status, { exact: true }).waitFor()
    }
    await act('Unpublish', 'Draft')
    assert.equal((await read(`/contents/${itemId}`)).status, 404)
    await button(/^Publish/)
      .first()
      .click()
    await header().getByText('Published', { exact: true }).waitFor()
    await act('Archive', 'Archived')
    assert.equal((await read(`/contents/${itemId}`)).status, 404)
    await button('Restore').click()
    await header().getByText('Published', { exact: true }).waitFor()
    await act('Delete', 'In trash')
    await goTo('Settings')
    await page.getByRole('link', { name: 'Trash' }).click()
    await button(/^Restore: Hello again/).click()
    await page.getByText('The trash is empty').waitFor()
    assert.equal((await read(`/contents/${itemId}`)).body['title'], 'Hello again')
  })

  it('sent no requests to other hosts and logged no errors', () => {
    assert.deepEqual(complaints, [])
  })
})

function withoutSystem(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('_')))
}
