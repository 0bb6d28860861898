/** Texts of a fixed format. */

/** Schemes that a link may have: none of them runs code. */
export const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])

const maxUrlLength = 2_048

/** Whether the text is an absolute URL of an allowed scheme. It may contain letters of any script. */
export function isUrl(text: string): boolean {
  if (text.length > maxUrlLength || /[\s\p{Cc}<>"\\]/u.test(text)) return false
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/iu.exec(text) ?? []
  if (!linkSchemes.has(scheme.toLowerCase()) || rest === '') return false
  const isWeb = scheme.toLowerCase().startsWith('http')
  return (isWeb ? /^\/\/[^/?#]/.test(rest) : !rest.startsWith('/')) && URL.canParse(text)
}

const maxEmailLength = 254
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** The rule of HTML, and a domain with a dot. */
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`, 'i')

export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text)
}

/** Whether the text is `#rrggbb` or `#rrggbbaa`, in lower or upper case. */
export function isColor(text: string): boolean {
  return /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)
}
