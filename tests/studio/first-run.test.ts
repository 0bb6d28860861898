/** An empty installation offers templates and the demo, and then lists the steps until the first read. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { leaveChromium, noChromium, useChromium } from '../chromium.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { axeViolations, startInstance, type Instance } from './browser.ts'
import { openPage } from './suite.ts'

describe('the first run of Studio', { skip: noChromium }, () => {
  let browser: Browser
  const instances: Instance[] = []
  const complaints: string[][] = []

  before(async () => {
    browser = await useChromium()
  })

  after(async () => {
    if (browser) await leaveChromium(browser)
    for (const instance of instances) await instance.end()
  })

  /** A page of a new installation, after its owner was created. */
  async function begin(): Promise<{ page: Page; instance: Instance }> {
    const instance = await startInstance()
    instances.push(instance)
    const { page, complaints: ownComplaints } = await openPage({ instance, browser })
    complaints.push(ownComplaints)
    await page.goto(instance.url)
    await page.getByLabel('Email address').fill('aiko@example.com')
    await page.locator('input[type=password]').fill('a long enough password')
    await button(page, 'Create owner account').click()
    await page.getByRole('heading', { name: 'Start from a template' }).waitFor()
    return { page, instance }
  }

  const button = (within: Page | Locator, name: string): Locator =>
    within.getByRole('button', { name, exact: true })
  const steps = (page: Page): Locator => page.getByRole('region', { name: 'Get started' })
  const done = (page: Page): Promise<string[]> =>
    steps(page).locator('[data-done=true]').allInnerTexts()

  it('creates the models of a template, and detects each step until the first read', async () => {
    const { page, instance } = await begin()
    assert.deepEqual(await axeViolations(page), [])
    await button(page, 'Use template: Product catalogue').click()
    await steps(page).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Product', exact: true }).waitFor()
    const seen = async (count: number): Promise<void> => {
      await eventually(async () => (await done(page)).length === count, {
        otherwise: () => `expected ${count} steps`,
      })
    }
    await seen(1)
    const headers = { 'X-Octavo-Studio': '1' }
    const api = `${instance.url}/admin/api/roots/main`
    const fields = { name: 'Lamp', article_number: 'L-1' }
    const data = { model: 'product', languages: { en: { fields } } }
    const created = await page.request.post(`${api}/contents`, { headers, data })
    assert.equal(created.status(), 200, await created.text())
    await seen(2)
    const { id } = (await created.json()) as { id: number }
    const publish = { headers, data: { action: 'publish' } }
    const published = await page.request.post(`${api}/contents/${id}/state`, publish)
    assert.equal(published.status(), 200, await published.text())
    await seen(3)
    const key = { headers, data: { name: 'Site', reads: 'published' } }
    const made = (await (await page.request.post(`${api}/keys`, key)).json()) as { key: string }
    await seen(4)
    const read = { headers: { 'X-SERVICE-API-KEY': made.key } }
    assert.equal((await fetch(`${instance.server.baseUrl}/contents`, read)).status, 200)
    await steps(page).waitFor({ state: 'detached' })
  })

  it('adds the demo content, and hides the steps on request', async () => {
    const { page } = await begin()
    await button(page, 'Add demo content').click()
    await steps(page).waitFor()
    await page.getByText('Demo content added', { exact: true }).waitFor()
    assert.equal((await done(page)).length, 3)
    await button(steps(page), 'Hide these steps').click()
    await steps(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'My drafts' }).waitFor()
    assert.equal(await steps(page).count(), 0)
  })

  it('logged no errors', () => assert.deepEqual(complaints.flat(), []))
})
