/** Creating fields by keyboard, with names in Japanese and in English. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { compose } from './input-method.ts'
import { useStudio } from './suite.ts'

const ringo = ['ｒ', 'り', 'りｎ', 'りんｇ', 'りんご']

describe('creating fields', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let ime: CDPSession

  useStudio(async (studio) => {
    ;({ instance, page } = studio)
    ime = await studio.context.newCDPSession(page)
    await page.goto(`${instance.url}/main/models`)
  })

  const chooser = (): Locator => page.getByRole('dialog', { name: 'Add field' })
  const row = (): Locator => page.locator('main [aria-expanded=true]').last().locator('xpath=../..')
  const name = (): Locator => row().getByLabel('Name', { exact: true })
  const luid = (): Locator => row().getByLabel('LUID', { exact: true })
  const optionValue = (): Locator => row().getByLabel('Value of option 1')

  async function addField(words: string): Promise<void> {
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await chooser().getByLabel('Search').fill(words)
    await page.keyboard.press('Enter')
    await chooser().waitFor({ state: 'detached' })
    await page.locator(':focus').and(name()).waitFor()
  }

  it('focuses the name of an added field', async () => {
    await addField('Yes or no')
    await page.keyboard.type('Sold out')
    await hasValue(name(), 'Sold out')
    await hasValue(luid(), 'sold_out')
  })

  it('derives no LUID from a partial name', async () => {
    await addField('Single-line')
    await name().selectText()
    await compose(ime, ringo, 'りんご')
    await hasValue(name(), 'りんご')
    await hasValue(luid(), 'text')
    for (const text of ['画像2', 'Größe']) {
      await name().fill(text)
      await page.getByRole('button', { name: text }).first().waitFor()
      await hasValue(luid(), 'text')
    }
    await name().fill('Café 2')
    await hasValue(luid(), 'cafe_2')
  })

  it('does not change a typed LUID', async () => {
    await luid().fill('shop')
    await name().fill('Café 3')
    await page.getByRole('button', { name: 'Café 3' }).first().waitFor()
    await hasValue(luid(), 'shop')
  })

  it('derives option values by the same rule', async () => {
    await addField('Single select')
    const label = row().getByLabel('Label of option 1')
    await label.selectText()
    await compose(ime, ringo, 'りんご')
    await hasValue(label, 'りんご')
    assert.match(await optionValue().inputValue(), /^option/)
    await label.fill('Red apple')
    await hasValue(optionValue(), 'red_apple')
  })

  it('keeps the value of an option in use when its label changes', async () => {
    await page.getByRole('button', { name: /^Kind/ }).first().click()
    await hasValue(name(), 'Kind')
    const value = await optionValue().inputValue()
    const last =
      1 +
      (await row()
        .getByLabel(/^Label of option \d+$/)
        .count())
    await row().getByLabel('Label of option 1', { exact: true }).fill('Another word')
    await hasValue(optionValue(), value)
    await row().getByRole('button', { name: 'Add option' }).click()
    await row().getByLabel(`Label of option ${last}`, { exact: true }).fill('Another word')
    await hasValue(row().getByLabel(`Value of option ${last}`), 'another_word')
  })

  it('does not choose a type with the Enter that confirms Japanese input', async () => {
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await chooser().locator('input:focus').waitFor()
    await compose(ime, ['ｍ', 'め', 'めでぃあ', 'media'], 'media')
    await hasValue(chooser().getByLabel('Search'), 'media')
  })
})
