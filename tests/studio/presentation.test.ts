/** Models as editors see them: names, help, groups, columns and pictures, in both languages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { octavoHere } from '../../packages/server/src/testing/run-here.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, openContext, signIn, type Instance } from './browser.ts'
import { presentedItems, presentedSchema } from './presented-model.ts'
import { importModel, useInstance } from './suite.ts'

const width = { luid: 'width', type: 'number', names: { ja: '幅' }, min: 0 }

describe('the presentation of a model', { skip: noChromium }, () => {
  let instance: Instance
  let browser: Browser

  useInstance(async (started) => {
    ;({ instance, browser } = started)
    await importModel(instance, presentedSchema, presentedItems)
  })

  async function openList(locale: string): Promise<Page> {
    const context = await openContext(browser, { locale })
    const page = await context.newPage()
    await signIn(page, instance)
    await page.goto(`${instance.url}/main/contents?model=product`)
    await page.getByRole('link', { name: 'Atlas' }).waitFor()
    return page
  }

  it('is in the language of the editor', async () => {
    const page = await openList('ja-JP')
    await page.getByText('店で売るもの。').waitFor()
    await page.getByRole('columnheader', { name: '種類' }).waitFor()
    await page.getByRole('cell', { name: '食品' }).waitFor()
    await page.getByRole('link', { name: 'Apple' }).click()
    await page.getByLabel('品名').waitFor()
    await page.getByText('カタログの番号です。').waitFor()
    await page.getByRole('tab', { name: 'メモ' }).click()
    await page.getByLabel('覚え書き').fill('秋のりんご')
    await page.getByRole('status').getByText('保存済み', { exact: true }).waitFor()
    await page.getByRole('button', { name: '履歴', exact: true }).click()
    await page.getByText('変更: 覚え書き', { exact: true }).waitFor()
    await page.context().close()
  })

  it('is filtered by several options', async () => {
    const page = await openList('en-GB')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Kind', exact: true }).click()
    await page.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'is one of' })
    await page.getByRole('option', { name: 'Food', exact: true }).click()
    await page.getByRole('option', { name: 'Book', exact: true }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Kind is one of Food, Book').waitFor()
    await page.getByRole('link', { name: 'Apple' }).waitFor()
    await page.context().close()
  })

  it('names the part of a value that has a problem', async () => {
    const limits = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } }
    const fields = [
      { luid: 'title', type: 'text' },
      { luid: 'data', type: 'json', names: { ja: 'データ' }, schema: limits },
      { luid: 'extra', type: 'json', names: { ja: '追加' }, schema: limits, warn: ['schema'] },
      { luid: 'measures', type: 'fieldset' },
      { luid: 'sizes', type: 'repeat', names: { ja: 'サイズ' }, fields: [width] },
    ]
    const model = { luid: 'pot', fields }
    const measures = { luid: 'measures', names: { ja: '寸法' }, fields: [width] }
    const values = {
      data: { size: 0 },
      extra: { size: 0 },
      measures: { width: -1 },
      sizes: [{ width: 1 }, { width: -1 }],
    }
    await importModel(
      instance,
      { languages: ['en', 'ja'], fieldSets: [measures], models: [model] },
      [{ id: 90_001, model: 'pot', published: false, fields: { title: 'Pot', ...values } }],
    )
    const context = await openContext(browser, { locale: 'ja-JP' })
    const page = await context.newPage()
    await signIn(page, instance)
    await page.goto(`${instance.url}/main/contents/90001`)
    await page.getByText('警告: size: 1 以上にしてください').waitFor()
    await page.getByRole('group', { name: '寸法' }).waitFor()
    await page.getByRole('button', { name: /^公開/ }).click()
    const summary = page.getByRole('alert')
    for (const place of ['データ › size', '寸法 › 幅', 'サイズ 2 › 幅'])
      await summary.getByRole('link', { name: `${place} (英語)`, exact: true }).waitFor()
    await summary.getByRole('link', { name: 'データ › size (英語)', exact: true }).click()
    await page.getByLabel('データ').and(page.locator(':focus')).waitFor()
    await context.close()
  })

  it('orders and pictures the list, groups fields and keeps read-only ones', async () => {
    const page = await openList('en-GB')
    const titles = await page.locator('tbody tr td:nth-child(2) a').allTextContents()
    assert.deepEqual(titles, ['Atlas', 'Apple'])
    assert.equal(await page.locator('tbody tr:first-child td:nth-child(2) img').count(), 1)
    await page.getByRole('link', { name: 'Apple' }).click()
    const maker = page.getByLabel(/^Maker/)
    assert.equal(await maker.getAttribute('readonly'), '')
    assert.equal(await page.getByLabel('Title').getAttribute('placeholder'), 'Red apple')
    await page.getByRole('tab', { name: 'Notes' }).click()
    await page.getByLabel('Note', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('tab', { name: /Sale\s*1 to fix/ }).waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Weight' }).click()
    const weight = page.locator('[id="field-languages.en.fields.weight"]')
    await weight.and(page.locator(':focus')).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Book' }).click()
    await weight.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Food' }).click()
    await weight.waitFor()
    await page.context().close()
  })

  /** Moves an entry of a list by keyboard. */
  async function moveDown(page: Page, entry: string): Promise<void> {
    const handle = page.getByRole('button', { name: `Move ${entry}`, exact: true })
    await handle.press('Space')
    await handle.and(page.locator('[aria-pressed=true]')).waitFor()
    await page.getByText(/^(Picked up from|At) 1\/2\.$/).waitFor({ state: 'attached' })
    await handle.press('ArrowDown')
    await page.getByText('At 2/2.', { exact: true }).waitFor({ state: 'attached' })
    await handle.press('Space')
    await handle.and(page.locator(':not([aria-pressed=true])')).waitFor()
  }

  it('can be changed in Studio', async () => {
    const page = await openList('en-GB')
    await page.goto(`${instance.url}/main/models?model=product`)
    await page.getByText('Presentation').first().click()
    await page.getByLabel('Description', { exact: true }).fill('What we sell.')
    await page.getByLabel('Direction', { exact: true }).selectOption('down')
    await page.getByLabel('Sort key 2', { exact: true }).selectOption('care.wash')
    await page.getByLabel('Direction of sort key 2').selectOption('down')
    await page.getByLabel('Sort key 3', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Columns of the list' }).press('ArrowDown')
    await page.getByRole('listbox').getByRole('option', { name: 'Care › Wash' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Title field').selectOption('note')
    await moveDown(page, 'Sale')
    await hasValue(page.getByLabel('Name of group 2'), 'Sale')
    await page.getByRole('button', { name: 'Kind kind' }).click()
    await moveDown(page, 'Food')
    await hasValue(page.getByLabel('Value of option 2'), 'food')
    await page.getByRole('button', { name: 'Code code' }).click()
    await page.getByText('Presentation').nth(1).click()
    await page.getByLabel('Help text', { exact: true }).fill('As printed.')
    await page.getByLabel('Field of the condition').selectOption('kind')
    await page.getByLabel('Value', { exact: true }).selectOption('book')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByText(/help .*As printed/).waitFor()
    await page.getByRole('button', { name: 'Apply changes' }).click()
    await page.getByText('Changes applied').waitFor()
    const { stdout } = await octavoHere(['schema', 'export', '--data', instance.folder])
    const { models } = JSON.parse(stdout) as { models: { luid: string; fields: object[] }[] }
    const [product] = presentedSchema.models
    const [title, code, maker, kind, ...fields] = product?.fields ?? []
    assert.deepEqual(
      models.find(({ luid }) => luid === 'product'),
      {
        ...product,
        description: 'What we sell.',
        title: 'note',
        columns: [...(product?.columns ?? []), 'care.wash'],
        order: ['-code', '-care.wash'],
        groups: product?.groups.toReversed(),
        fields: [
          title,
          { ...code, help: 'As printed.', showWhen: { kind: { eq: 'book' } } },
          maker,
          { ...kind, options: kind?.options?.toReversed() },
          ...fields,
        ],
      },
    )
    await page.context().close()
  })
})
