/** Every screen of the web app, in every state worth seeing: for pictures, and for the test of accessibility. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { en, type TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import { ja } from '../../packages/studio/src/i18n/ja/ja.ts'
import type { Instance } from './browser.ts'

/** A text of the interface, in the language of the variant, with its {places} as given. */
export type Words = (key: TextKey, values?: Record<string, string>) => string

export interface Seen {
  page: Page
  t: Words
  instance: Instance
}

export interface Screen {
  name: string
  path: string
  /** There when the screen is. */
  ready: string
  act?: (seen: Seen) => Promise<unknown>
}

export interface Variant {
  name: string
  language: 'en' | 'ja'
  options: BrowserContextOptions
}

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

function variant(name: string, language: 'en' | 'ja', options: BrowserContextOptions): Variant {
  const locale = language === 'en' ? 'en-GB' : 'ja-JP'
  return { name, language, options: { locale, timezoneId: 'Asia/Tokyo', ...options } }
}

/** Every pair of colours, width and language is among them. */
export const variants: Variant[] = [
  variant('light', 'en', { viewport: wide }),
  variant('phone-dark-japanese', 'ja', { viewport: narrow, hasTouch: true, colorScheme: 'dark' }),
  variant('dark-japanese', 'ja', { viewport: wide, colorScheme: 'dark' }),
  variant('phone-dark', 'en', { viewport: narrow, hasTouch: true, colorScheme: 'dark' }),
  variant('phone-japanese', 'ja', { viewport: narrow, hasTouch: true }),
]

export function wordsIn(language: 'en' | 'ja'): Words {
  const catalogue: Record<TextKey, string> = language === 'en' ? en : ja
  return (key, values = {}) =>
    catalogue[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

const list = '/main/contents?model=article'
/** The demo always gives its items the same numbers. */
const item = '/main/contents/47'
const press = ({ page, t }: Seen, key: TextKey, values?: Record<string, string>): Promise<void> =>
  page
    .getByRole('button', { name: t(key, values), exact: true })
    .first()
    .click()
const isNarrow = ({ page }: Seen): boolean => page.viewportSize()?.width === narrow.width
const dialog = (page: Page): Locator => page.getByRole('dialog')
const settings = ['languages', 'spaces', 'keys', 'members', 'content', 'usage', 'trash', 'audit']

/** On the demo. */
export const screens: Screen[] = [
  { name: 'list-all', path: '/main/contents', ready: 'tbody tr' },
  { name: 'list', path: list, ready: 'tbody tr' },
  { name: 'list-bulk', path: list, ready: 'tbody tr', act: chooseTwo },
  { name: 'list-filter', path: list, ready: 'tbody tr', act: (seen) => press(seen, 'list.filter') },
  {
    name: 'list-columns',
    path: list,
    ready: 'tbody tr',
    act: async (seen) => {
      if (!isNarrow(seen)) await press(seen, 'list.columns')
    },
  },
  {
    name: 'list-filtered',
    path: `${list}&featured[eq]=true&order=_title`,
    ready: 'tbody tr',
  },
  { name: 'list-no-match', path: '/main/contents?contains=zzzz', ready: 'main h2' },
  { name: 'list-trash-empty', path: '/main/contents?state=trash', ready: 'main h2' },
  { name: 'list-error', path: '/main/contents?nothing[eq]=1', ready: 'main' },
  { name: 'item', path: item, ready: '.ProseMirror' },
  { name: 'item-menu', path: item, ready: '.ProseMirror', act: openItemMenu },
  { name: 'item-insert', path: item, ready: '.ProseMirror', act: openInsert },
  { name: 'item-media-picker', path: item, ready: '.ProseMirror', act: openMediaPicker },
  { name: 'item-second-language', path: item, ready: '.ProseMirror', act: openSecondLanguage },
  { name: 'item-new', path: '/main/contents/new-article', ready: 'main input' },
  {
    name: 'item-wrong',
    path: '/main/contents/new-article',
    ready: 'main input',
    act: publishEmpty,
  },
  { name: 'not-found', path: '/main/contents/999999', ready: 'main h1, main h2' },
  { name: 'media', path: '/main/media', ready: 'main img' },
  { name: 'media-list', path: '/main/media?shown=list', ready: 'main img' },
  { name: 'media-no-match', path: '/main/media?contains=zzzz', ready: 'main h2' },
  { name: 'media-open', path: '/main/media?id=1', ready: '[role=dialog] textarea' },
  { name: 'models', path: '/main/models', ready: 'main input' },
  {
    name: 'models-field',
    path: '/main/models',
    ready: 'main input',
    act: ({ page }) => page.locator('main [aria-expanded=false]').first().click(),
  },
  { name: 'models-types', path: '/main/models', ready: 'main input', act: openTypes },
  { name: 'models.new.models', path: '/main/models', ready: 'main input', act: openNewModel },
  { name: 'explorer', path: '/main/explorer', ready: 'main form', act: sendQuestion },
  ...settings.map((page) => ({
    name: `settings-${page}`,
    path: `/main/settings/${page}`,
    ready: 'main nav + div *',
  })),
  {
    name: 'settings-key-new',
    path: '/main/settings/keys',
    ready: 'main nav + div *',
    act: (seen) => press(seen, 'keys.new'),
  },
  { name: 'account', path: '/main/account', ready: 'main form' },
  { name: 'menu', path: '/main/media', ready: 'main img', act: openMenu },
  { name: 'invitation-gone', path: '/invitation?token=gone', ready: 'form, h1' },
  // It ends the session, and therefore comes last.
  {
    name: 'session-ended',
    path: '/main/contents/new-article',
    ready: 'main input',
    act: endSession,
  },
]

/** On an instance where nothing was made yet. */
export const emptyScreens: Screen[] = ['contents', 'media', 'models', 'explorer'].map((place) => ({
  name: `${place}-empty`,
  path: `/main/${place}`,
  ready: 'main h1',
}))

export async function show(screen: Screen, seen: Seen): Promise<void> {
  const { page, instance } = seen
  await page.goto(instance.url + screen.path)
  await page.locator(screen.ready).first().waitFor()
  await screen.act?.(seen)
  await page.evaluate('document.fonts.ready.then(() => true)')
  await stillness(page)
}

/** Until nothing on the page moves: halfway through a fade, colours are not what they will be. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished)
      .concat(seenImages().map((image) => image.decode()))).then(() => true)
    function seenImages() {
      return [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    }`,
  )
}

export async function showSetUp({ page, instance }: Seen): Promise<void> {
  await page.goto(instance.url)
  await page.locator('input[type=email]').fill('owner@example.com')
  await page.locator('input[type=password]').fill('only for pictures')
}

async function chooseTwo({ page }: Seen): Promise<void> {
  for (const row of [1, 2]) await page.locator('tbody input[type=checkbox]').nth(row).click()
}

async function openItemMenu(seen: Seen): Promise<void> {
  await press(seen, 'action.more')
  await seen.page.getByRole('menu').waitFor()
}

async function openInsert(seen: Seen): Promise<void> {
  await press(seen, 'text.insert')
  await seen.page.getByRole('menu').waitFor()
}

async function openMediaPicker(seen: Seen): Promise<void> {
  await seen.page
    .locator('fieldset button', { hasText: seen.t('action.replace') })
    .first()
    .click()
  await dialog(seen.page).locator('img').first().waitFor()
}

async function openSecondLanguage(seen: Seen): Promise<void> {
  await seen.page
    .getByRole('group', { name: seen.t('item.languages') })
    .getByRole('button')
    .nth(1)
    .click()
}

async function publishEmpty({ page, t }: Seen): Promise<void> {
  await page.locator('main input').first().fill('A')
  await page
    .locator('main header button:enabled', { hasText: t('item.publish') })
    .first()
    .click()
  await page.getByRole('alert').first().waitFor()
}

async function openTypes(seen: Seen): Promise<void> {
  await seen.page
    .getByRole('button', { name: seen.t('models.addField') })
    .first()
    .click()
  await dialog(seen.page).locator('strong').first().waitFor()
}

async function openNewModel(seen: Seen): Promise<void> {
  await press(seen, 'models.new.models')
  await dialog(seen.page).locator('input').first().waitFor()
}

async function sendQuestion({ page }: Seen): Promise<void> {
  await page.locator('main form button[type=submit]').click()
  await page.locator('main pre').nth(2).waitFor()
}

async function openMenu(seen: Seen): Promise<void> {
  const { page, t } = seen
  const menu = page.getByRole('button', { name: t('nav.menu'), exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.locator('nav button[aria-haspopup=menu]').last().click()
  await page.getByRole('menu').waitFor()
}

async function endSession({ page, t }: Seen): Promise<void> {
  await page.context().clearCookies()
  await page.locator('main input').first().fill('Typed too late')
  await page.getByRole('dialog', { name: t('account.ended') }).waitFor()
}
