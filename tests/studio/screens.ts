/** Every screen of Studio in its main states, for screenshots and the accessibility test. */
import type { Page } from 'playwright-core'
import { settingsPages } from '../../packages/studio/src/screens/settings/settings-pages.ts'
import * as acts from './screen-acts.ts'
import { isNarrow, type Seen } from './seen.ts'
import { openManageViews, openSaveView, openViews } from './view-acts.ts'
import { askToReplace, openOutdated, showOriginalChanges } from './translation-acts.ts'
import * as webhooks from './webhook-acts.ts'

export interface Screen {
  name: string
  path: string
  /** Selector that is present when the screen is ready. */
  ready: string
  act?: (seen: Seen) => Promise<unknown>
}

const list = '/main/contents?model=article'
/** Ids in the demo are always the same. */
const item = '/main/contents/47'

/** Screens of the demo. */
export const screens: Screen[] = [
  { name: 'start', path: '/main/start', ready: 'main section', act: acts.showWork },
  { name: 'list-all', path: '/main/contents', ready: 'tbody tr' },
  { name: 'list', path: list, ready: 'tbody tr' },
  { name: 'list-bulk', path: list, ready: 'tbody tr', act: acts.chooseTwo },
  { name: 'list-bulk-edit', path: list, ready: 'tbody tr', act: acts.openBulkEdit },
  {
    name: 'list-filter',
    path: list,
    ready: 'tbody tr',
    act: (seen) => acts.press(seen, 'list.filter'),
  },
  {
    name: 'list-columns',
    path: list,
    ready: 'tbody tr',
    act: async (seen) => {
      if (!isNarrow(seen)) await acts.press(seen, 'list.columns')
    },
  },
  {
    name: 'list-filtered',
    path: `${list}&featured[eq]=true&order=_title`,
    ready: 'tbody tr',
  },
  { name: 'list-views', path: list, ready: 'tbody tr', act: openViews },
  { name: 'list-views-save', path: list, ready: 'tbody tr', act: openSaveView },
  { name: 'list-views-manage', path: list, ready: 'tbody tr', act: openManageViews },
  { name: 'list-found', path: '/main/contents?contains=塩', ready: 'tbody tr' },
  { name: 'list-no-match', path: '/main/contents?contains=zzzz', ready: 'main h2' },
  { name: 'list-review', path: '/main/contents?state=review', ready: 'main tr, main h2' },
  { name: 'list-trash', path: '/main/contents?state=trash', ready: 'main h2, main tbody tr' },
  {
    name: 'list-wide',
    path: `${list}&columns=slug,kind,author,category,issue`,
    ready: 'tbody tr',
  },
  { name: 'list-error', path: '/main/contents?nothing[eq]=1', ready: 'main' },
  { name: 'item', path: item, ready: '.ProseMirror' },
  { name: 'item-menu', path: item, ready: '.ProseMirror', act: acts.openItemMenu },
  { name: 'item-insert', path: item, ready: '.ProseMirror', act: acts.openInsert },
  { name: 'item-media-picker', path: item, ready: '.ProseMirror', act: acts.openMediaPicker },
  { name: 'item-second-language', path: item, ready: '.ProseMirror', act: acts.openSecondLanguage },
  { name: 'translation-beside', path: item, ready: '.ProseMirror', act: openOutdated },
  { name: 'translation-changes', path: item, ready: '.ProseMirror', act: showOriginalChanges },
  { name: 'translation-replace', path: item, ready: '.ProseMirror', act: askToReplace },
  {
    name: 'translation-list',
    path: '/main/contents?model=article&lang=ja&translation=outdated',
    ready: 'main tr, main h2',
  },
  { name: 'translations', path: '/main/translations', ready: 'main tbody tr' },
  { name: 'item-picker', path: item, ready: '.ProseMirror', act: acts.openReferencePicker },
  { name: 'item-rail', path: item, ready: '.ProseMirror', act: acts.openRail },
  {
    name: 'item-review',
    path: `${list}&_status[eq]=published_draft`,
    ready: 'tbody a',
    act: acts.openReview,
  },
  { name: 'item-history', path: item, ready: '.ProseMirror', act: acts.openHistory },
  { name: 'item-compare', path: item, ready: '.ProseMirror', act: acts.openCompare },
  {
    name: 'item-remove-language',
    path: item,
    ready: '.ProseMirror',
    act: acts.openRemoveLanguage,
  },
  { name: 'item-erase', path: item, ready: '.ProseMirror', act: acts.openErase },
  { name: 'item-schedule', path: item, ready: '.ProseMirror', act: acts.openSchedule },
  { name: 'item-conflict', path: item, ready: '.ProseMirror', act: acts.createConflict },
  { name: 'item-new', path: '/main/contents/new-article', ready: 'main input' },
  {
    name: 'item-wrong',
    path: '/main/contents/new-article',
    ready: 'main input',
    act: acts.publishEmpty,
  },
  { name: 'calendar', path: '/main/calendar', ready: 'main h2', act: acts.scheduleItem },
  { name: 'calendar-week', path: '/main/calendar?view=week', ready: 'main h2' },
  { name: 'palette', path: item, ready: '.ProseMirror', act: acts.openPalette },
  { name: 'palette-found', path: '/main/media', ready: 'main img', act: acts.searchEverything },
  { name: 'shortcuts', path: '/main/media', ready: 'main img', act: acts.openShortcuts },
  { name: 'release', path: '/main/releases', ready: 'main h1', act: acts.openRelease },
  { name: 'release-publish', path: '/main/releases', ready: 'main h1', act: acts.askRelease },
  {
    name: 'release-problems',
    path: '/main/releases',
    ready: 'main h1',
    act: acts.openReleaseWithProblems,
  },
  { name: 'releases', path: '/main/releases', ready: 'main tbody tr' },
  { name: 'releases-archived', path: '/main/releases?shown=archived', ready: 'main h2' },
  { name: 'item-release', path: item, ready: '.ProseMirror', act: acts.openAddToRelease },
  { name: 'not-found', path: '/main/contents/999999', ready: 'main h1, main h2' },
  { name: 'media', path: '/main/media', ready: 'main img' },
  { name: 'media-list', path: '/main/media?shown=list', ready: 'main img' },
  { name: 'media-no-match', path: '/main/media?contains=zzzz', ready: 'main h2' },
  { name: 'media-bulk', path: '/main/media', ready: 'main img', act: acts.chooseTwoFiles },
  { name: 'media-move', path: '/main/media', ready: 'main img', act: acts.openMoveFiles },
  { name: 'media-tags', path: '/main/media', ready: 'main img', act: acts.openFileTags },
  { name: 'media-uploads', path: '/main/media', ready: 'main img', act: acts.uploadFiles },
  { name: 'media-open', path: '/main/media?id=1', ready: '[role=dialog] textarea' },
  {
    name: 'media-replace',
    path: '/main/media?id=1',
    ready: '[role=dialog] textarea',
    act: acts.openReplaceFile,
  },
  {
    name: 'media-heic',
    path: '/main/media',
    ready: 'main img',
    act: acts.openHeic,
  },
  { name: 'models', path: '/main/models', ready: 'main input' },
  {
    name: 'models-field',
    path: '/main/models',
    ready: 'main input',
    act: ({ page }) => page.locator('main button[aria-expanded=false]').first().click(),
  },
  { name: 'models-types', path: '/main/models', ready: 'main input', act: acts.openTypes },
  { name: 'models.new.models', path: '/main/models', ready: 'main input', act: acts.openNewModel },
  { name: 'models-review', path: '/main/models', ready: 'main input', act: acts.reviewModels },
  {
    name: 'explorer-error',
    path: '/main/explorer',
    ready: 'main form',
    act: acts.sendInvalidRequest,
  },
  { name: 'explorer', path: '/main/explorer', ready: 'main form', act: acts.sendRequest },
  ...settingsPages.map((page) => ({
    name: `settings-${page}`,
    path: `/main/settings/${page}`,
    ready: 'main nav + div *',
  })),
  {
    name: 'settings-trash-delete',
    path: '/main/settings/trash',
    ready: 'main nav + div *',
    act: acts.askToDeleteForever,
  },
  {
    name: 'settings-key-new',
    path: '/main/settings/keys',
    ready: 'main nav + div *',
    act: (seen) => acts.press(seen, 'keys.new'),
  },
  {
    name: 'settings-token-new',
    path: '/main/settings/tokens',
    ready: 'main nav + div *',
    act: (seen) => acts.press(seen, 'tokens.new'),
  },
  {
    name: 'settings-key-edit',
    path: '/main/settings/keys',
    ready: 'main tbody tr',
    act: acts.editKey,
  },
  {
    name: 'settings-webhook-new',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.openNewWebhook,
  },
  {
    name: 'settings-webhook-failing',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.showFailingWebhook,
  },
  {
    name: 'settings-webhook-edit',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.editWebhook,
  },
  {
    name: 'settings-webhook-rotate',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.rotateWebhook,
  },
  {
    name: 'settings-webhook-log',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.openDeliveries,
  },
  {
    name: 'settings-webhook-delivery',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.openDelivery,
  },
  {
    name: 'settings-deploy-new',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: (seen) => acts.press(seen, 'deploys.new'),
  },
  {
    name: 'settings-deploy-failing',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.showFailingDeploy,
  },
  {
    name: 'deploy-status',
    path: '/main/settings/webhooks',
    ready: 'main nav + div *',
    act: webhooks.openDeployStatus,
  },
  {
    name: 'settings-member-new',
    path: '/main/settings/members',
    ready: 'main tbody tr',
    act: (seen) => acts.press(seen, 'members.invite'),
  },
  {
    name: 'settings-member-edit',
    path: '/main/settings/members',
    ready: 'main tbody tr',
    act: acts.editMember,
  },
  {
    name: 'settings-leave',
    path: '/main/settings/spaces',
    ready: 'main nav + div *',
    act: acts.leaveWithChanges,
  },
  {
    name: 'item-compare-removed',
    path: '/main/models',
    ready: 'main input',
    act: acts.compareWithRemovedField,
  },
  { name: 'account', path: '/main/account', ready: 'main form' },
  { name: 'menu', path: '/main/media', ready: 'main img', act: acts.openMenu },
  { name: 'invitation-gone', path: '/invitation?token=gone', ready: 'form, h1' },
  // Ends the session, so it must be the last.
  {
    name: 'session-ended',
    path: '/main/contents/new-article',
    ready: 'main input',
    act: acts.endSession,
  },
]

/** Screens of an empty instance. */
export const emptyScreens: Screen[] = [
  'start',
  'contents',
  'releases',
  'media',
  'models',
  'explorer',
].map((place) => ({
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

/** Waits until all animations have ended, because colours change during a fade. */
export async function stillness(page: Page): Promise<void> {
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
