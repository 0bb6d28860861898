/** Actions that bring the screens of webhooks and deploy hooks into their states. */
import type { TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import { callApi, press } from './screen-acts.ts'
import { isNarrow, type Seen } from './seen.ts'

export async function openNewWebhook(seen: Seen): Promise<void> {
  await press(seen, 'webhooks.new')
  await press(seen, 'webhooks.addHeader')
}

const webhookName = 'Website'

/** A webhook to an address that is refused, so its deliveries fail without a connection. */
export async function showFailingWebhook(seen: Seen): Promise<void> {
  const { page, t } = seen
  const path = '/roots/main/webhooks'
  if (!(await hasWebhook(seen, webhookName))) {
    const headers = [{ name: 'X-Token', value: 'secret', isSecret: true }]
    const events = ['item.published', 'item.unpublished', 'media.created']
    const target = 'http://127.0.0.1:9/hook'
    await callApi(seen, 'POST', path, { name: webhookName, target, events, headers })
    const contents = '/roots/main/contents'
    const languages = { en: { fields: { name: 'Ren Aoki' } } }
    const item = { model: 'author', space: '_parent', languages }
    const { id } = (await callApi(seen, 'POST', contents, item)) as { id: number }
    await callApi(seen, 'POST', `${contents}/${id}/state`, { action: 'publish' })
  }
  await page.reload()
  await page.getByText(t('webhooks.failing'), { exact: true }).first().waitFor()
}

async function hasWebhook(seen: Seen, wanted: string): Promise<boolean> {
  const path = '/roots/main/webhooks'
  const { webhooks } = (await callApi(seen, 'GET', path)) as { webhooks: { name: string }[] }
  return webhooks.some(({ name }) => name === wanted)
}

async function pressOfWebhook(seen: Seen, key: TextKey): Promise<void> {
  await showFailingWebhook(seen)
  const name = `${seen.t(key)}: ${webhookName}`
  const role = key === 'webhooks.log' ? 'link' : 'button'
  await seen.page.getByRole(role, { name }).first().click()
}

export async function editWebhook(seen: Seen): Promise<void> {
  await pressOfWebhook(seen, 'action.edit')
  await seen.page.locator('main form').waitFor()
}

export async function rotateWebhook(seen: Seen): Promise<void> {
  await pressOfWebhook(seen, 'webhooks.rotate')
  await seen.page.getByRole('dialog').waitFor()
}

export async function openDeliveries(seen: Seen): Promise<void> {
  await pressOfWebhook(seen, 'webhooks.log')
  await seen.page.locator('main tbody tr').first().waitFor()
}

export async function openDelivery(seen: Seen): Promise<void> {
  await openDeliveries(seen)
  await press(seen, 'webhooks.test')
  await seen.page.getByRole('dialog').locator('details').first().waitFor()
}

const deployName = 'Shop'

/** A deploy hook to an address that is refused, so its build request fails without a connection. */
export async function showFailingDeploy(seen: Seen): Promise<void> {
  const { page, t } = seen
  if (!(await hasWebhook(seen, deployName))) {
    const target = 'http://127.0.0.1:9/build'
    const body = { name: deployName, target, deploy: { preset: 'url' } }
    const made = await callApi(seen, 'POST', '/roots/main/webhooks', body)
    const { id } = (made as { info: { id: number } }).info
    await callApi(seen, 'POST', `/roots/main/deploys/${id}`)
  }
  await page.reload()
  await page
    .locator('main')
    .getByText(t('deploys.state.retrying'), { exact: true })
    .first()
    .waitFor()
}

export async function openDeployStatus(seen: Seen): Promise<void> {
  const { page, t } = seen
  await showFailingDeploy(seen)
  if (isNarrow(seen)) await press(seen, 'nav.menu')
  await page.getByRole('button', { name: t('deploys.state.retrying') }).click()
  const now = `${t('deploys.now')}: ${deployName}`
  await page.getByRole('dialog').getByRole('button', { name: now }).first().waitFor()
}
