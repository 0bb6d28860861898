/** Frames in flexible text. */

/** Allowed where a root space has no list of its own: a host, or a host with a path. */
export const defaultFrameHosts: readonly string[] = [
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.google.com/maps',
  'maps.google.com',
  'www.openstreetmap.org',
]

/**
 * The source of an iframe, if it is on an allowed host. An entry is a host, or a host and a path prefix.
 * Returns the serialised URL, so that browsers cannot interpret it differently.
 */
export function frameUrl(value: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(value, 'https://relative.invalid')
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    return undefined
  }
  const isAllowed = hosts.some((entry) => {
    const [host, ...names] = entry.split('/')
    const path = ['', ...names.filter(Boolean)].join('/')
    return url.hostname === host && `${url.pathname}/`.startsWith(`${path}/`)
  })
  return isAllowed ? url.href : undefined
}
