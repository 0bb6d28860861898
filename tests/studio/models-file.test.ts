/** Models that come from a configuration file, in Studio. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { configWith, createProject } from '../../packages/server/src/testing/project.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, openContext, signIn, type Instance } from './browser.ts'
import { useInstance } from './suite.ts'

describe('models from a configuration file', { skip: noChromium }, () => {
  let instance: Instance
  let browser: Browser

  const project = createProject({ 'octavo.config.ts': configWith(["field.text('title')"]) })
  const args = ['--demo', '--config', project.path('octavo.config.ts')]

  useInstance((started) => ({ instance, browser } = started), { args })
  after(() => project.remove())

  async function openModels(locale: string): Promise<Page> {
    const context = await openContext(browser, { locale })
    const page = await context.newPage()
    await signIn(page, instance)
    await page.goto(`${instance.url}/main/models`)
    return page
  }

  it('are shown read-only, with the file to edit', async () => {
    const page = await openModels('en-GB')
    const notice = page.getByText(/These models come from .*octavo\.config\.ts and are read-only/)
    await notice.waitFor()
    const names = page.locator('main fieldset').first()
    assert.equal(await names.getByLabel('Name', { exact: true }).first().isDisabled(), true)
    assert.equal(await page.getByRole('button', { name: 'New model' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Review changes' }).count(), 0)
    await page.getByRole('button', { name: 'Author', exact: true }).click()
    await hasValue(names.getByLabel('Name', { exact: true }).first(), 'Author')
  })

  it('say so in Japanese too', async () => {
    const page = await openModels('ja-JP')
    await page
      .getByText(/octavo\.config\.ts で定義されているため、ここでは変更できません/)
      .waitFor()
  })
})
