/** Webhooks in Studio: created, delivered to a real receiver, replayed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import {
  receiveWebhooks,
  type WebhookReceiver,
} from '../../packages/server/src/testing/webhook-receiver.ts'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { useStudio } from './suite.ts'

describe('webhooks in Studio', { skip: noChromium }, () => {
  let receiver: WebhookReceiver
  let instance: Instance
  let page: Page
  let complaints: string[]

  useStudio(
    (studio) => {
      ;({ instance, page, complaints } = studio)
    },
    { environment: { OCTAVO_WEBHOOK_ALLOW: '127.0.0.0/8' } },
  )
  before(async () => {
    receiver = await receiveWebhooks()
  })
  after(() => receiver?.close())

  const go = (path: string): Promise<unknown> => page.goto(`${instance.url}/main/${path}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })

  it('shows problems at their inputs, and the secret once', async () => {
    await go('settings/webhooks')
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await button('New webhook').click()
    await page.getByLabel('Name', { exact: true }).fill('Website')
    await page.getByLabel('Target URL').fill('ftp://example.com')
    await page.getByLabel('Release published', { exact: true }).check()
    await button('Add header').click()
    await page.getByLabel('Header 1', { exact: true }).fill('Host')
    await page.getByLabel('Value 1').fill('hidden-value')
    await page.getByLabel('Secret', { exact: true }).check()
    await button('Create webhook').click()
    await page.locator('[aria-invalid=true]').nth(1).waitFor()
    assert.equal(await page.locator('[aria-invalid=true]').count(), 2)
    await page.getByLabel('Target URL').fill(receiver.url)
    await page.getByLabel('Header 1', { exact: true }).fill('X-Token')
    await button('Create webhook').click()
    assert.match((await page.getByTestId('secret').textContent()) ?? '', /^whsec_/)
    await button('I have copied the secret').click()
    await page.getByText('No deliveries in the last 24 hours').waitFor()
    await page.getByText(/· Release published$/).waitFor()
    await button('Edit: Website').click()
    assert.equal(await page.getByLabel('Value 1').inputValue(), '')
    await button('Cancel').click()
  })

  it('shows the delivery of a published item, and replays it', async () => {
    await go('contents/new-author')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Mio Tanabe')
    await button(/^Publish/).click()
    await receiver.waitFor(1)
    await go('settings/webhooks')
    await page.getByRole('link', { name: 'Deliveries: Website' }).click()
    const row = page.locator('tbody tr', { hasText: 'Published' })
    await row.getByText('Succeeded', { exact: true }).waitFor()
    await button(/^Open: Published/, row).click()
    const dialog = page.getByRole('dialog', { name: 'Published' })
    await dialog.getByText(/^Attempt 1 · .* · 200 · /).waitFor()
    await dialog.getByText(/"name": "Mio Tanabe"/).waitFor()
    assert.equal(await dialog.getByText('hidden-value').count(), 0)
    await button('Replay', dialog).click()
    await dialog.getByText(/^Attempt 2 · .* · 200 · /).waitFor()
    assert.deepEqual(
      receiver.received.map(({ body, headers }) => [body.type, headers['x-token']]),
      [
        ['item.published', 'hidden-value'],
        ['item.published', 'hidden-value'],
      ],
    )
    const [first, second] = receiver.received
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
    assert.deepEqual(complaints, [])
  })

  it('sends a test event, filters by state and deletes the webhook', async () => {
    await page.keyboard.press('Escape')
    await button('Send test event').click()
    const dialog = page.getByRole('dialog', { name: 'Test event' })
    await dialog.getByText('Succeeded', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await page.getByText('No delivery matches the filter.').waitFor()
    await page.getByRole('link', { name: 'All webhooks' }).click()
    await button('Delete: Website').click()
    await button('Delete', page.getByRole('dialog')).click()
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  })

  it('creates a deploy hook, deploys, and shows what the build reports', async () => {
    const earlier = receiver.received.length
    await button('New deploy hook').click()
    await page.getByLabel('Name', { exact: true }).fill('Site')
    await page.getByLabel('Target URL').fill(receiver.url)
    await button('Create deploy hook').click()
    await page.getByText(/must be the address of a deploy hook of Vercel/i).waitFor()
    await page.getByLabel('Service').selectOption('github')
    await page.getByLabel('Target URL').fill(receiver.url.replace('hook', 'repos/a/b/dispatches'))
    await page.getByLabel('GitHub token').fill('github_pat_x')
    await button('Create deploy hook').click()
    await button('I have copied the secret').click()
    await button('Deploy now: Site').click()
    await receiver.waitFor(earlier + 1)
    assert.equal(receiver.received.at(-1)?.headers.authorization, 'Bearer github_pat_x')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByText(/^Build requested /).waitFor()
    await page.getByText('Status URL').click()
    const url = (await page.getByText(/\/v1\/builds\//).textContent()) ?? ''
    assert.equal((await fetch(url, { method: 'POST' })).status, 200)
    await navigation.getByText(/^Live since /).click()
    await button('Deploy now: Site', page.getByRole('dialog')).click()
    await navigation.getByText(/^Deploying… since /).waitFor()
    assert.deepEqual(complaints, [])
  })
})
