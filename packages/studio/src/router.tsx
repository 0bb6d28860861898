import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Entry } from './layout/entry.tsx'
import { FullScreen, lazyPart } from './layout/lazy-part.tsx'
import { NotFound } from './layout/not-found.tsx'
import { RootGate } from './layout/root-gate.tsx'
import { ErrorView } from './layout/error-view.tsx'
import { readCalendarSearch } from './screens/calendar/calendar-search.ts'
import { readListSearch } from './screens/contents/list-search.ts'
import { readExplorerSearch } from './screens/explorer/explorer-search.ts'
import { readNewItemSearch } from './screens/item/new-space.ts'
import { readMediaSearch } from './screens/media/media-search.ts'
import { readReleaseSearch, readReleasesSearch } from './screens/releases/releases-search.ts'
import { readModelsSearch } from './screens/models/models-search.ts'
import { detailScreens, screens } from './screens/screens.ts'
import { readTranslationsSearch } from './screens/translations/translations-search.ts'
import { readWebhooksSearch } from './screens/settings/webhooks/webhooks-search.ts'

/** Search parameters are strings. Other values are left for the screen to validate. */
const stringify = (search: Record<string, unknown>): string => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
const parse = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.replace(/^\?/, '')))

const base = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ErrorView,
})

const home = createRoute({ getParentRoute: () => base, path: '/', component: Entry })

const invitation = createRoute({
  getParentRoute: () => base,
  path: '/invitation',
  component: lazyPart(
    async () => (await import('./screens/account-entry/invitation.tsx')).Invitation,
    FullScreen,
  ),
})

const root = createRoute({
  getParentRoute: () => base,
  path: '/$root',
  component: RootGate,
  notFoundComponent: NotFound,
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyPart(async () => (await screens.start()).Start, FullScreen),
})

/** A shortened URL redirects to the first page below it. */
const rootHome = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/$root/start', params, replace: true, throw: true }),
})

const contents = createRoute({
  getParentRoute: () => root,
  path: '/contents',
  validateSearch: readListSearch,
  component: lazyPart(async () => (await screens.contents()).Contents, FullScreen),
})

const item = createRoute({
  getParentRoute: () => root,
  path: '/contents/$id',
  validateSearch: readNewItemSearch,
  component: lazyPart(async () => (await detailScreens.contents()).Item, FullScreen),
})

const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: readMediaSearch,
  component: lazyPart(async () => (await screens.media()).Media, FullScreen),
})

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  component: lazyPart(async () => (await screens.calendar()).Calendar, FullScreen),
})

const releases = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  validateSearch: readReleasesSearch,
  component: lazyPart(async () => (await screens.releases()).Releases, FullScreen),
})

const release = createRoute({
  getParentRoute: () => root,
  path: '/releases/$release',
  validateSearch: readReleaseSearch,
  component: lazyPart(async () => (await detailScreens.releases()).ReleasePage, FullScreen),
})

const translations = createRoute({
  getParentRoute: () => root,
  path: '/translations',
  validateSearch: readTranslationsSearch,
  component: lazyPart(async () => (await screens.translations()).Translations, FullScreen),
})

const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: readModelsSearch,
  component: lazyPart(async () => (await screens.models()).Models, FullScreen),
})

const explorer = createRoute({
  getParentRoute: () => root,
  path: '/explorer',
  validateSearch: readExplorerSearch,
  component: lazyPart(async () => (await screens.explorer()).Explorer, FullScreen),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$page',
  validateSearch: readWebhooksSearch,
  component: lazyPart(async () => (await screens.settings()).Settings, FullScreen),
})

const settingsHome = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: ({ params }) =>
    redirect({
      to: '/$root/settings/$page',
      params: { ...params, page: 'languages' },
      replace: true,
      throw: true,
    }),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyPart(async () => (await screens.account()).Account, FullScreen),
})

export const router = createRouter({
  routeTree: base.addChildren([
    home,
    invitation,
    root.addChildren([
      rootHome,
      start,
      contents,
      item,
      calendar,
      releases,
      release,
      translations,
      media,
      models,
      explorer,
      settingsHome,
      settings,
      account,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  stringifySearch: stringify,
  parseSearch: parse,
  defaultErrorComponent: ErrorView,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
