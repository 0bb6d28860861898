import { Refusal } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { bounds, unreadable, type RawParameter, type RawQuery } from '../query/parameters.ts'

/** Node decodes the request line as Latin-1, so each character is one byte. */
export const maxUrlLength = 8192

export function urlTooLong(): Refusal {
  return new Refusal('badRequest', say('urlTooLong', { max: maxUrlLength }))
}

/** Parses the parameters of a URL in their order, including repeated ones. `+` is a space. */
export function readQuery(url: string): RawQuery {
  if (url.length > maxUrlLength) throw urlTooLong()
  const start = url.indexOf('?')
  if (start === -1) return []
  const parts = url
    .slice(start + 1)
    .split('&')
    .filter((part) => part !== '')
  if (parts.length > bounds.parameters) {
    throw new Refusal('badRequest', say('tooManyParameters', { max: bounds.parameters }))
  }
  return parts.map(parameterOf)
}

/** The same as `readQuery`, but throws if a parameter cannot be decoded. */
export function parseQuery(url: string): RawQuery {
  const query = readQuery(url)
  const problems = unreadable(query)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return query
}

function parameterOf(part: string): RawParameter {
  const equals = part.indexOf('=')
  const [sentName, sentValue] =
    equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
  const [name, value] = [decodeUtf8(sentName), decodeUtf8(sentValue)]
  const wrong = wrongWith(name) ?? wrongWith(value)
  if (wrong) return [name ?? sentName, '', wrong]
  return [name ?? '', value ?? '']
}

function wrongWith(decoded: string | undefined): CodedMessage | undefined {
  if (decoded === undefined) return say('notEncoded')
  return decoded.includes('\0') ? say('nul') : undefined
}

/** Decodes text as UTF-8, including bytes that were sent without percent-encoding. */
function decodeUtf8(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(/[\u0080-\u00ff]/.test(spaced) ? encodeBytes(spaced) : spaced)
  } catch {
    return undefined
  }
}

function encodeBytes(text: string): string {
  return text.replace(
    /[\u0080-\u00ff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
