/** The name of the root space in Studio. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { useStudio } from './suite.ts'

describe('the name of the root space', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  useStudio((studio) => ({ instance, page } = studio))

  it('is changed under Settings, Sub-spaces', async () => {
    await page.goto(`${instance.url}/main/settings/spaces`)
    const name = page.getByRole('textbox', { name: 'Name of the root space', exact: true })
    await hasValue(name, 'Main')
    await name.fill('Tide')
    const apply = page.getByRole('button', { name: 'Apply changes', exact: true })
    await apply.click()
    await apply.waitFor({ state: 'detached' })
    await page.reload()
    await hasValue(name, 'Tide')
    assert.match(await printedBy(['root', 'list', '--data', instance.folder]), /^main\tTide$/m)
  })
})
