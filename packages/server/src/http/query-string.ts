import { Refusal } from '@octavo/schema/errors.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { bounds, unreadable, type RawParameter, type RawQuery } from '../query/parameters.ts'

export const longestUrl = 8192

/** The parameters of a URL as sent: order and repeats kept, brackets raw or encoded, `+` a space. */
export function readQuery(url: string): RawQuery {
  // Node reads the line of the request byte by byte, so characters are bytes here.
  if (url.length > longestUrl) {
    throw new Refusal('badRequest', say('urlTooLong', { max: longestUrl }))
  }
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

/** The same for who has nothing else to say: refused where anything is wrong with how it was sent. */
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
  const [name, value] = [decoded8(sentName), decoded8(sentValue)]
  const wrong = wrongWith(name) ?? wrongWith(value)
  if (wrong) return [name ?? sentName, '', wrong]
  return [name ?? '', value ?? '']
}

function wrongWith(decoded: string | undefined): Said | undefined {
  if (decoded === undefined) return say('notEncoded')
  return decoded.includes('\0') ? say('nul') : undefined
}

/** Bytes that a client sent raw, without percent-encoding, are UTF-8 as the encoded ones are. */
function decoded8(text: string): string | undefined {
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
