/** Actions that bring a page into the state of a screen. */
import type { Locator, Page } from 'playwright-core'
import type { TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import type { Seen } from './seen.ts'

export const press = (
  { page, t }: Seen,
  key: TextKey,
  values?: Record<string, string>,
): Promise<void> =>
  page
    .getByRole('button', { name: t(key, values), exact: true })
    .first()
    .click()
const dialog = (page: Page): Locator => page.getByRole('dialog')

export async function chooseTwo({ page }: Seen): Promise<void> {
  for (const row of [1, 2]) await page.locator('tbody input[type=checkbox]').nth(row).click()
}

export async function openItemMenu(seen: Seen): Promise<void> {
  await press(seen, 'action.more')
  await seen.page.getByRole('menu').waitFor()
}

export async function openInsert(seen: Seen): Promise<void> {
  await press(seen, 'text.insert')
  await seen.page.getByRole('menu').waitFor()
}

export async function openMediaPicker(seen: Seen): Promise<void> {
  await seen.page
    .locator('fieldset button', { hasText: seen.t('action.replace') })
    .first()
    .click()
  await dialog(seen.page).locator('img').first().waitFor()
}

export async function openSecondLanguage(seen: Seen): Promise<void> {
  await seen.page
    .getByRole('group', { name: seen.t('item.languages') })
    .getByRole('button')
    .nth(1)
    .click()
}

export async function publishEmpty({ page, t }: Seen): Promise<void> {
  await page.locator('main input').first().fill('A')
  await page
    .locator('main header button:enabled', { hasText: t('item.publish') })
    .first()
    .click()
  await page.getByRole('alert').first().waitFor()
}

export async function openTypes(seen: Seen): Promise<void> {
  await seen.page
    .getByRole('button', { name: seen.t('models.addField') })
    .first()
    .click()
  await dialog(seen.page).locator('strong').first().waitFor()
}

export async function openNewModel(seen: Seen): Promise<void> {
  await press(seen, 'models.new.models')
  await dialog(seen.page).locator('input').first().waitFor()
}

export async function sendRequest({ page }: Seen): Promise<void> {
  await page.locator('main form button[type=submit]').click()
  await page.locator('main pre').nth(2).waitFor()
}

export async function openMenu(seen: Seen): Promise<void> {
  const { page, t } = seen
  const menu = page.getByRole('button', { name: t('nav.menu'), exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.locator('nav button[aria-haspopup=menu]').last().click()
  await page.getByRole('menu').waitFor()
}

export async function endSession({ page, t }: Seen): Promise<void> {
  await page.context().clearCookies()
  await page.locator('main input').first().fill('Typed too late')
  await page.getByRole('dialog', { name: t('account.ended') }).waitFor()
}

/** Calls the management API from the page, as its user. */
async function callApi(
  { page, instance }: Seen,
  method: string,
  path: string,
  data?: object,
): Promise<unknown> {
  const headers = { 'X-Octavo-Studio': '1' }
  const url = `${instance.url}/admin/api${path}`
  const response = await page.request.fetch(url, { method, headers, ...(data && { data }) })
  return response.json()
}

export async function openBulkEdit(seen: Seen): Promise<void> {
  await chooseTwo(seen)
  await press(seen, 'bulk.edit')
  const boxes = dialog(seen.page).getByRole('checkbox')
  for (const at of [0, 3]) await boxes.nth(at).check()
}

export async function openReferencePicker({ page }: Seen): Promise<void> {
  await page.getByRole('textbox', { name: 'Issue' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

export async function openRail({ page, t }: Seen): Promise<void> {
  for (const key of ['item.referrers', 'item.api', 'item.history'] as const) {
    await page.getByRole('button', { name: t(key), exact: true }).click()
  }
  await page.locator('main pre').nth(2).waitFor()
}

export async function openReview(seen: Seen): Promise<void> {
  await seen.page.locator('tbody a').first().click()
  await seen.page.locator('.ProseMirror').first().waitFor()
  await openItemMenu(seen)
  await seen.page.getByRole('menuitem', { name: seen.t('review.menu') }).click()
  await dialog(seen.page).locator('ins, del').first().waitFor()
}

/** Blocks the save of an edit while another user saves the same field. */
export async function createConflict(seen: Seen): Promise<void> {
  const { page, instance, t } = seen
  const fields = (bio: string) => ({ languages: { en: { fields: { bio }, expected: null } } })
  const contents = '/roots/main/contents'
  const item = {
    model: 'author',
    space: '_parent',
    languages: { en: { fields: { name: 'Mio Tanabe' } } },
  }
  const { id } = (await callApi(seen, 'POST', contents, item)) as { id: number }
  await page.goto(`${instance.url}/main/contents/${id}`)
  const bio = page.getByRole('textbox', { name: /^Biography/ })
  await bio.waitFor()
  await page.route('**/contents/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await bio.fill('Writes about rivers, boats and rain.\nLives by the sea.')
  await page.getByRole('status').getByText(t('save.offline'), { exact: true }).waitFor()
  await callApi(
    seen,
    'PATCH',
    `${contents}/${id}`,
    fields('Writes about rivers, bridges and rain.'),
  )
  await page.unroute('**/contents/*')
  await page.getByRole('alert').getByRole('radio').first().waitFor()
}

export async function reviewModels(seen: Seen): Promise<void> {
  await seen.page.locator('main input').first().fill('Story')
  await press(seen, 'models.review')
  await dialog(seen.page).locator('li').first().waitFor()
}

export async function sendInvalidRequest({ page, t }: Seen): Promise<void> {
  await page.getByText(t('explorer.byId')).click()
  await page.getByRole('textbox', { name: t('item.id') }).fill('999999')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('alert').waitFor()
}

export async function editKey(seen: Seen): Promise<void> {
  await seen.page.getByRole('button', { name: `${seen.t('action.edit')}: Demo, published` }).click()
}

export async function editMember(seen: Seen): Promise<void> {
  const email = 'mio@example.com'
  await callApi(seen, 'POST', '/members', { email, role: 'editor', spaces: null })
  await seen.page.reload()
  await seen.page.getByRole('button', { name: `${seen.t('action.edit')}: ${email}` }).click()
}
