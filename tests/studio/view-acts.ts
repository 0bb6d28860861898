/** Actions that bring a page into the states of saved views. */
import { callApi, press } from './screen-acts.ts'
import type { Seen } from './seen.ts'

const views = '/roots/main/views'

export async function openViews(seen: Seen): Promise<void> {
  const { page } = seen
  for (const [name, isShared] of [['Front page', true] as const, ['Mine', false] as const]) {
    // Rejected if another variant has saved it already.
    const search = { model: 'article', order: '_title', 'featured[eq]': String(isShared) }
    await callApi(seen, 'POST', views, { name, isShared, search })
  }
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
  await press(seen, 'views.title')
  await page.getByRole('menuitem', { name: 'Mine' }).waitFor()
}

export async function openSaveView(seen: Seen): Promise<void> {
  await openViews(seen)
  await seen.page.getByRole('menuitem', { name: seen.t('views.save') }).click()
  await seen.page.getByRole('dialog').locator('input').first().waitFor()
}

export async function openManageViews(seen: Seen): Promise<void> {
  await openViews(seen)
  await seen.page.getByRole('menuitem', { name: seen.t('views.manage') }).click()
  await seen.page.getByRole('dialog').locator('input').first().waitFor()
}
