/** Actions that bring a page into the state of a screen. */
import type { Locator, Page } from 'playwright-core'
import type { TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import { isNarrow, type Seen } from './seen.ts'

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

export async function chooseTwoFiles({ page }: Seen): Promise<void> {
  const boxes = page.locator('main li input[type=checkbox]')
  for (const at of [0, 1]) await boxes.nth(at).check({ force: true })
}

export async function openMoveFiles(seen: Seen): Promise<void> {
  await chooseTwoFiles(seen)
  await press(seen, 'media.move')
  await dialog(seen.page).locator('input').first().waitFor()
}

export async function openFileTags(seen: Seen): Promise<void> {
  await chooseTwoFiles(seen)
  await press(seen, 'media.editTags')
  const tags = dialog(seen.page).getByRole('combobox').first()
  await tags.fill('harbour')
  await tags.press('Enter')
}

const textFile = { name: 'hours.txt', mimeType: 'text/plain', buffer: Buffer.from('Open at noon') }
const brokenImage = {
  name: 'a photo with a rather long file name, as cameras and chats like them.png',
  mimeType: 'image/png',
  buffer: Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'),
}

/** One upload succeeds, the other fails. */
export async function uploadFiles({ page }: Seen): Promise<void> {
  await page.locator('main input[type=file]').setInputFiles([textFile, brokenImage])
  await page.getByRole('alert').first().waitFor()
}

export async function openReplaceFile({ page }: Seen): Promise<void> {
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(textFile)
  await page.getByRole('dialog').locator('figure').nth(1).waitFor()
}

/** A format that browsers do not show. */
export async function openHeic({ page }: Seen): Promise<void> {
  const buffer = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const name = 'IMG_0001.HEIC'
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name, mimeType: 'image/heic', buffer })
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('note').waitFor()
}

export async function openItemMenu(seen: Seen): Promise<void> {
  await press(seen, 'action.more')
  await seen.page.getByRole('menu').waitFor()
}

export async function openSchedule(seen: Seen): Promise<void> {
  await openItemMenu(seen)
  await seen.page.getByRole('menuitem', { name: seen.t('schedule.menu') }).click()
  await dialog(seen.page).waitFor()
}

/** Schedules an item through the management API and shows it. */
export async function scheduleItem({ page, instance }: Seen): Promise<void> {
  const publishAt = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const url = `${instance.url}/admin/api/roots/main/contents/47/schedule`
  const headers = { 'X-Octavo-Studio': '1' }
  const response = await page.request.post(url, { headers, data: { publishAt, language: 'ja' } })
  if (response.status() !== 200) throw new Error(await response.text())
  await page.reload()
  await page.locator('main [data-action]').first().waitFor()
}

export async function openInsert(seen: Seen): Promise<void> {
  await press(seen, 'text.insert')
  await seen.page.getByRole('listbox').waitFor()
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

export async function openRemoveLanguage(seen: Seen): Promise<void> {
  await openSecondLanguage(seen)
  await openItemMenu(seen)
  const language = seen.t('nav.translations') === '翻訳' ? '日本語' : 'Japanese'
  const name = seen.t('item.removeLanguage', { language })
  await seen.page.getByRole('menuitem', { name, exact: true }).click()
  await dialog(seen.page).waitFor()
}

/** Deletes an item, and asks before it is removed from the trash. */
export async function askToDeleteForever(seen: Seen): Promise<void> {
  const contents = '/roots/main/contents'
  const languages = { en: { fields: { name: 'Sora Ito' } } }
  const item = { model: 'author', space: '_parent', languages }
  const { id } = (await callApi(seen, 'POST', contents, item)) as { id: number }
  await callApi(seen, 'POST', `${contents}/${id}/state`, { action: 'delete' })
  await seen.page.reload()
  await seen.page
    .getByRole('button', { name: `${seen.t('settings.trashDelete')}: Sora Ito` })
    .first()
    .click()
  await dialog(seen.page).waitFor()
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
  // On a narrow screen, the list of models opens on request.
  if (isNarrow(seen)) await seen.page.locator('main summary').first().click()
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
export async function callApi(
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
  await page.getByRole('textbox', { name: /^(Issue|号)$/ }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

export async function openRail({ page, t }: Seen): Promise<void> {
  for (const key of ['item.referrers', 'item.api', 'item.history'] as const) {
    await page.getByRole('button', { name: t(key), exact: true }).click()
  }
  await page.locator('main pre').nth(2).waitFor()
}

const article = '/roots/main/contents/47'

/** A draft of the owner, a review that is due, and a scheduled publication. */
export async function showWork(seen: Seen): Promise<void> {
  await changeArticle(seen)
  await callApi(seen, 'PUT', `${article}/review`, { by: '2026-01-31' })
  const publishAt = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  await callApi(seen, 'POST', `${article}/schedule`, { publishAt, language: 'en' })
  await seen.page.reload()
  await seen.page.locator('main section ul a').first().waitFor()
}

/** Changes two fields of an article, and names its first revision. */
async function changeArticle(seen: Seen): Promise<void> {
  const fields = { title: 'Notes from a harbour in winter', featured: true }
  const languages = { en: { fields, expected: null } }
  await callApi(seen, 'PATCH', article, { languages })
  await callApi(seen, 'PATCH', `${article}/revisions/1`, { name: 'As it was imported' })
}

/** A release with a draft that can be published, and an item to unpublish. */
export async function openRelease(seen: Seen): Promise<void> {
  const { page, instance } = seen
  await changeArticle(seen)
  const path = '/roots/main/releases'
  await callApi(seen, 'POST', path, { luid: 'winter', name: 'Winter issue' })
  await callApi(seen, 'POST', `${path}/winter/entries`, { ids: [47] })
  const unpublished = { ids: [62], action: 'unpublish' }
  await callApi(seen, 'POST', `${path}/winter/entries`, unpublished)
  await page.goto(`${instance.url}/main/releases/winter`)
  await page.locator('main tbody tr').first().waitFor()
}

export async function askRelease(seen: Seen): Promise<void> {
  await openRelease(seen)
  await press(seen, 'release.schedule')
  await dialog(seen.page).waitFor()
}

/** A release with an item that lacks required values. */
export async function openReleaseWithProblems(seen: Seen): Promise<void> {
  const { page, instance, t } = seen
  const path = '/roots/main/releases'
  const languages = { en: { fields: { title: 'A draft without a text' } } }
  const item = { model: 'article', space: '_parent', languages }
  const { id } = (await callApi(seen, 'POST', '/roots/main/contents', item)) as { id: number }
  await callApi(seen, 'POST', path, { luid: 'unfinished', name: 'Unfinished issue' })
  await callApi(seen, 'POST', `${path}/unfinished/entries`, { ids: [id] })
  await page.goto(`${instance.url}/main/releases/unfinished`)
  await page.getByText(t('release.checkFailed')).waitFor()
}

/** Asks before changes of the settings are lost. */
export async function leaveWithChanges(seen: Seen): Promise<void> {
  const { page } = seen
  await page.locator('main nav + div input').first().fill('Headquarters')
  await page.locator('main nav a').first().click()
  await dialog(page).waitFor()
}

/** Removes a field from a model, and compares an item with a revision that has a value of it. */
export async function compareWithRemovedField(seen: Seen): Promise<void> {
  const { page, instance, t } = seen
  const remove = t('models.removeField', { field: 'Read next' })
  // Changes that were not applied are stored on the device.
  const discard = page.getByRole('button', { name: t('models.discard'), exact: true })
  await page.getByRole('button', { name: t('models.removeField', { field: 'Title' }) }).waitFor()
  if (await discard.isVisible()) await discard.click()
  if (await page.getByRole('button', { name: remove, exact: true }).isVisible()) {
    await press(seen, 'models.removeField', { field: 'Read next' })
    await press(seen, 'models.review')
    await dialog(page).getByRole('checkbox').check()
    await press(seen, 'models.apply')
    await dialog(page).waitFor({ state: 'detached' })
  }
  await page.goto(`${instance.url}/main/contents/47`)
  await openCompare(seen)
  await page.getByRole('region', { name: t('history.others') }).scrollIntoViewIfNeeded()
}

export async function openAddToRelease(seen: Seen): Promise<void> {
  await openItemMenu(seen)
  await seen.page.getByRole('menuitem', { name: seen.t('release.add') }).click()
  await dialog(seen.page).waitFor()
}

export async function openHistory(seen: Seen): Promise<void> {
  const { page, t } = seen
  await changeArticle(seen)
  await page.reload()
  await page.getByRole('button', { name: t('item.history'), exact: true }).click()
  const first = page.getByRole('button', { name: 'As it was imported' })
  await first.waitFor()
  await first.scrollIntoViewIfNeeded()
}

export async function openCompare(seen: Seen): Promise<void> {
  await openHistory(seen)
  await seen.page.getByRole('button', { name: 'As it was imported' }).click()
  await dialog(seen.page).locator('ins, del').first().waitFor()
}

export async function openErase(seen: Seen): Promise<void> {
  await openHistory(seen)
  await press(seen, 'erase.open')
  await dialog(seen.page).waitFor()
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
  const bio = page.getByRole('textbox', { name: /^(Biography|プロフィール)/ })
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

export async function openPalette({ page }: Seen): Promise<void> {
  await page.locator('main h1').click()
  await page.keyboard.press('Control+k')
  await page.locator('[role=dialog] input:focus').waitFor()
}

export async function searchEverything(seen: Seen): Promise<void> {
  const { page } = seen
  await openPalette(seen)
  await page.keyboard.insertText('twice')
  await page.getByRole('option', { name: /^Salt, twice/ }).waitFor()
}

export async function openShortcuts({ page, t }: Seen): Promise<void> {
  await page.locator('main h1').click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: t('keys.title') }).waitFor()
}
