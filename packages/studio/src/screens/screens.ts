/** The code of the screens, by the part of their path after the root space. */
export const screens = {
  start: () => import('./start/start.tsx'),
  contents: () => import('./contents/contents.tsx'),
  calendar: () => import('./calendar/calendar.tsx'),
  releases: () => import('./releases/releases.tsx'),
  translations: () => import('./translations/translations.tsx'),
  media: () => import('./media/media.tsx'),
  models: () => import('./models/models.tsx'),
  explorer: () => import('./explorer/explorer.tsx'),
  settings: () => import('./settings/settings.tsx'),
  account: () => import('./settings/account/account.tsx'),
}

/** The same for pages of one item or release. */
export const detailScreens = {
  contents: () => import('./item/item.tsx'),
  releases: () => import('./releases/release.tsx'),
}

/** Starts to load the code of the screen at a path before the router asks for it. */
export function loadScreenAt(path: string): void {
  const [, , name = '', id = ''] = path.split('/')
  const places = id === '' || name === 'settings' ? screens : detailScreens
  const load = new Map<string, () => Promise<unknown>>(Object.entries(places)).get(name)
  // A failure is reported when the screen is shown.
  load?.().catch(() => {})
}
