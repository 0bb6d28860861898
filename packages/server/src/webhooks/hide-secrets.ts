/** Hides secret values in a text of a target, which may have escaped some of their characters. */
import { hiddenValue } from './payload.ts'

/** A character as it is, or as JSON, URLs and HTML escape it. */
const escaped =
  /(?:\\u00|%)([2-7][\da-f])|&#x0{0,2}([2-7][\da-f]);|&#0?(\d{2,3});|&(amp|lt|gt|quot);|\\?([^])/gi
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** Such as `Bearer `, before a token. */
const scheme = /^[a-z][\w-]* +(?=\S{8,}$)/i

/** The text must not contain NUL characters: they stand for what is hidden. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  // A webhook from a backup has empty values.
  const values = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, secret.replace(scheme, '')])
    .toSorted((a, b) => b.length - a.length)
  if (values.length === 0) return text
  const shown: string[] = text.match(escaped) ?? []
  const plain = unescaped(text)
  for (const value of values.flatMap(formsOf)) {
    let at = plain.indexOf(value)
    for (; at !== -1; at = plain.indexOf(value, at + value.length)) {
      shown.fill('\0', at, at + value.length)
    }
  }
  // The characters next to a value may look as if they belonged to an escape.
  const rest = values.reduce((left, value) => left.replaceAll(value, '\0'), shown.join(''))
  return rest.replaceAll(/\0+/g, hiddenValue)
}

/** Parts of a value may look as if they were escaped. */
function formsOf(value: string): string[] {
  return [value, unescaped(value), unescaped(JSON.stringify(value).slice(1, -1))]
}

function unescaped(text: string): string {
  return text.replaceAll(escaped, (_, ...groups: (string | undefined)[]) => {
    const [hex, htmlHex, decimal, name, character] = groups
    if (character !== undefined) return character
    if (name !== undefined) return named[name.toLowerCase()] ?? ''
    return String.fromCharCode(decimal ? Number(decimal) : parseInt(hex ?? htmlHex ?? '', 16))
  })
}
