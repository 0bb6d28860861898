import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { Entry } from './layout/entry.tsx'
import { NotFound } from './layout/not-found.tsx'
import { RootGate } from './layout/root-gate.tsx'
import { Wrong } from './layout/wrong.tsx'
import { readListSearch } from './screens/contents/list-search.ts'
import { readMediaSearch } from './screens/media/media-search.ts'

/** Search parameters are texts; what is not is left alone for the screen to judge. */
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
  errorComponent: Wrong,
})

const home = createRoute({ getParentRoute: () => base, path: '/', component: Entry })

const invitation = createRoute({
  getParentRoute: () => base,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('./screens/account-entry/invitation.tsx'),
    'Invitation',
  ),
})

const root = createRoute({ getParentRoute: () => base, path: '/$root', component: RootGate })

const contents = createRoute({
  getParentRoute: () => root,
  path: '/contents',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./screens/contents/contents.tsx'), 'Contents'),
})

const item = createRoute({
  getParentRoute: () => root,
  path: '/contents/$id',
  component: lazyRouteComponent(() => import('./screens/item/item.tsx'), 'Item'),
})

const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: readMediaSearch,
  component: lazyRouteComponent(() => import('./screens/media/media.tsx'), 'Media'),
})

const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  component: lazyRouteComponent(() => import('./screens/models/models.tsx'), 'Models'),
})

const explorer = createRoute({
  getParentRoute: () => root,
  path: '/explorer',
  component: lazyRouteComponent(() => import('./screens/explorer/explorer.tsx'), 'Explorer'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$page',
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/settings/account/account.tsx'), 'Account'),
})

export const router = createRouter({
  routeTree: base.addChildren([
    home,
    invitation,
    root.addChildren([contents, item, media, models, explorer, settings, account]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  stringifySearch: stringify,
  parseSearch: parse,
  defaultErrorComponent: Wrong,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
