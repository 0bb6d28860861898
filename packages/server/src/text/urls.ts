import { linkSchemes } from '@octavo/schema/formats.ts'

const sourceSchemes: ReadonlySet<string> = new Set(['http', 'https'])

export const linkUrl = (value: string) => urlOf(value, linkSchemes)
export const sourceUrl = (value: string) => urlOf(value, sourceSchemes) || undefined

/** The URL, if it is relative or has one of the schemes. */
function urlOf(value: string, schemes: ReadonlySet<string>): string | undefined {
  const url = trimmed(value)
  const colon = url.search(/[:/?#\\]/)
  if (colon < 0 || url[colon] !== ':') return url
  return schemes.has(url.slice(0, colon).toLowerCase()) ? url : undefined
}

/** True if a client would execute the value when it uses it as a URL. */
export function isScriptUrl(value: string): boolean {
  return /^(?:javascript|vbscript|data):/i.test(trimmed(value).replaceAll(/\s/g, ''))
}

/**
 * The source of an iframe, if the policy allows it. An entry is a host, or a host and a path prefix.
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

/** Browsers ignore tabs and newlines in a URL, and white space around it. */
function trimmed(value: string): string {
  return value.replaceAll(/[\t\n]/g, '').trim()
}
