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

/** Browsers ignore tabs and newlines in a URL, and white space around it. */
function trimmed(value: string): string {
  return value.replaceAll(/[\t\n]/g, '').trim()
}
