/** Actions that bring a page into the states of translations. */
import { callApi } from './screen-acts.ts'
import { isNarrow, type Seen } from './seen.ts'

const contents = '/roots/main/contents'
const outdated = {
  en: { title: 'The salt road', lead: 'A road along the sea.' },
  ja: { title: '塩の道', lead: '海沿いの道。' },
}

/** Opens an item whose English text has changed after the Japanese one. Both languages side by side. */
export async function openOutdated(seen: Seen): Promise<void> {
  const { page, instance, t } = seen
  const languages = { en: { fields: outdated.en }, ja: { fields: outdated.ja } }
  const item = { model: 'article', space: '_parent', languages }
  const { id } = (await callApi(seen, 'POST', contents, item)) as { id: number }
  const lead = 'An old road along the northern sea.'
  const save = { languages: { en: { fields: { lead }, expected: null } } }
  await callApi(seen, 'PATCH', `${contents}/${id}`, save)
  await page.goto(`${instance.url}/main/contents/${id}`)
  await page.locator('.ProseMirror').first().waitFor()
  const bar = page.getByRole('group', { name: t('item.languages') })
  if (isNarrow(seen)) await bar.getByRole('button').nth(1).click()
  else await bar.getByRole('combobox').selectOption('ja')
  await changed(seen).waitFor()
}

export async function showOriginalChanges(seen: Seen): Promise<void> {
  await openOutdated(seen)
  await changed(seen).click()
  await seen.page.getByRole('dialog').locator('ins').first().waitFor()
}

export async function askToReplace(seen: Seen): Promise<void> {
  await openOutdated(seen)
  const name = seen.t('translation.copyAllFrom', { source: sourceName(seen) })
  await seen.page.getByRole('button', { name }).click()
  await seen.page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

const sourceName = ({ t }: Seen): string => (t('nav.translations') === '翻訳' ? '英語' : 'English')

const changed = (seen: Seen) =>
  seen.page.getByRole('button', {
    name: seen.t('translation.changedSince', { source: sourceName(seen) }),
    exact: true,
  })
