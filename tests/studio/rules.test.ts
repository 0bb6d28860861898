/** What editors see of the rules of a model: warnings, messages of patterns, invalid JSON, conditions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { hasValue, openContext, signIn, type Instance } from './browser.ts'
import { importModel, useInstance } from './suite.ts'

const schema = {
  languages: ['en', 'ja'],
  fieldSets: [
    {
      luid: 'venue',
      name: 'Venue',
      fields: [
        { luid: 'online', name: 'Online', type: 'boolean', translatable: false },
        { luid: 'hall', name: 'Hall', type: 'text', showWhen: { online: { eq: false } } },
      ],
    },
  ],
  models: [
    {
      luid: 'talk',
      name: 'Talk',
      fields: [
        { luid: 'title', name: 'Title', type: 'text', maxLength: 8, warn: ['maxLength'] },
        {
          luid: 'code',
          name: 'Code',
          type: 'text',
          pattern: '^T-[0-9]+$',
          patternMessage: 'use a number like T-12',
          patternMessages: { ja: 'T-12 のように入力してください' },
        },
        { luid: 'data', name: 'Data', type: 'json' },
        { luid: 'spot', name: 'Spot', type: 'location' },
        { luid: 'venue', name: 'Venue', type: 'fieldset' },
      ],
    },
  ],
}

describe('the rules of a model', { skip: noChromium }, () => {
  let instance: Instance
  let browser: Browser

  useInstance(async (started) => {
    ;({ instance, browser } = started)
    const talk = { model: 'talk', id: 900, fields: { title: 'Boats' }, 'fields[ja]': {} }
    await importModel(instance, schema, [talk])
  })

  async function openTalk(locale = 'en-GB'): Promise<Page> {
    const context = await openContext(browser, { locale })
    const page = await context.newPage()
    await signIn(page, instance)
    await page.goto(`${instance.url}/main/contents/900`)
    await page.getByLabel('Title').waitFor()
    return page
  }

  it('are warnings that do not prevent publishing', async () => {
    const page = await openTalk()
    await page.getByLabel('Title').fill('Boats and harbours')
    await page.getByText('Use at most 8 characters (now 18)').waitFor()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('status').getByText('Published').first().waitFor()
    await page.getByText('Use at most 8 characters (now 18)').waitFor()
    await page.context().close()
  })

  it('have the message of the schema, in the language of the editor', async () => {
    for (const [locale, publish, message] of [
      ['en-GB', /^Publish/, 'Use a number like T-12'],
      ['ja-JP', /公開/, 'T-12 のように入力してください'],
    ] as const) {
      const page = await openTalk(locale)
      await page.getByLabel('Code').fill(locale)
      await page.getByRole('button', { name: publish }).first().click()
      await page.getByRole('alert').getByText(message).waitFor()
      await page.context().close()
    }
  })

  it('keep text that is not valid JSON, with an error, and ask before leaving', async () => {
    const page = await openTalk()
    await page.getByLabel('Data').fill('{"a": ')
    await page.getByRole('status').getByText('Not saved').waitFor()
    const leave = async (choice: string): Promise<void> => {
      await page.getByRole('link', { name: 'Media', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
      await dialog.getByRole('button', { name: choice, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await leave('Keep editing')
    await hasValue(page.getByLabel('Data'), '{"a": ')
    await leave('Leave')
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
    await page.goBack()
    await page.getByText(/^Not valid JSON/).waitFor()
    await hasValue(page.getByLabel('Data'), '{"a": ')
    await page.getByLabel('Data').fill('{"a": 1}')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await page.getByLabel('Data').fill('{"a": 1')
    await leave('Discard changes')
    await page.goBack()
    await hasValue(page.getByLabel('Data'), '{\n  "a": 1\n}')
    await page.context().close()
  })

  it('keep all digits of whole numbers in JSON', async () => {
    const digits = '[12345678901234567890, 9223372036854775808]'
    const page = await openTalk()
    const data = page.getByLabel('Data')
    await page.getByLabel('Code').fill('T-12')
    await data.fill('{"ids": [], "rows": [10, 20, 30, 40]}')
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('status').getByText('Published').first().waitFor()
    await data.fill(`{"ids": ${digits}, "rows": [10, 20, 30, 40]}`)
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Format' }).click()
    const ids = '"ids": [\n    12345678901234567890,\n    9223372036854775808\n  ]'
    const formatted = `{\n  ${ids},\n  "rows": [\n    10,\n    20,\n    30,\n    40\n  ]\n}`
    await hasValue(data, formatted)
    await page.reload()
    await hasValue(data, formatted)
    await page.getByRole('button', { name: 'API response' }).click()
    await page.getByLabel('JSON · 200').getByText('9223372036854775808').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Review changes' }).click()
    const review = page.getByRole('dialog')
    await review.getByText('12345678901234567890').waitFor()
    assert.equal(await review.getByText('20,').count(), 0)
    await review.getByRole('button', { name: 'Unchanged lines: 6' }).first().click()
    assert.equal(await review.getByText('20,').count(), 2)
    await page.goto(`${instance.url}/main/contents?model=talk&columns=data`)
    await page
      .locator('td')
      .getByText('{"ids":[12345678901234567890,9223372036854775808],')
      .waitFor()
    await page.context().close()
  })

  it('accept coordinates with as many digits as maps copy', async () => {
    const page = await openTalk()
    const saved = page.waitForResponse(
      (response) =>
        response.ok() && (response.request().postData() ?? '').includes('139.745431234567'),
    )
    await page.getByLabel('Latitude').fill('35.658580837329874')
    await page.getByLabel('Latitude').press('Tab')
    await page.getByLabel('Longitude').fill('139.745431234567889')
    await page.getByLabel('Longitude').press('Tab')
    await saved
    await page.reload()
    await hasValue(page.getByLabel('Latitude'), '35.65858083732987')
    await hasValue(page.getByLabel('Longitude'), '139.7454312345679')
    await page.context().close()
  })

  it('follow shared values of a field set in other languages', async () => {
    const page = await openTalk()
    await page
      .getByRole('group', { name: 'Languages' })
      .getByRole('button', { name: /Japanese/ })
      .click()
    const hall = page.locator('[id="field-languages.ja.fields.venue.hall"]')
    await hall.waitFor()
    await page
      .getByRole('group', { name: 'Languages' })
      .getByRole('button', { name: /English/ })
      .click()
    await page.getByLabel('Online').check()
    await page
      .getByRole('group', { name: 'Languages' })
      .getByRole('button', { name: /Japanese/ })
      .click()
    await page.getByText('Shared by all languages, edited in English: Online.').waitFor()
    await hall.waitFor({ state: 'detached' })
    await page.context().close()
  })
})
