import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { bounds } from '../query/parameters.ts'

export const longestUrl = 8192

export type Query = readonly (readonly [name: string, value: string])[]

/** The parameters of a URL as sent: order and repeats kept, brackets raw or encoded, `+` a space. */
export function parseQuery(url: string): Query {
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
  const problems: Problem[] = []
  const query = parts.map((part) => parameterOf(part, problems))
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return query
}

function parameterOf(part: string, problems: Problem[]): readonly [string, string] {
  const equals = part.indexOf('=')
  const [name, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
  return [decode(name, name, problems), decode(value, name, problems)]
}

function decode(text: string, name: string, problems: Problem[]): string {
  const decoded = decoded8(text)
  if (decoded === undefined) {
    problems.push(problemAt(name, say('notEncoded')))
  } else if (decoded.includes('\0')) {
    problems.push(problemAt(name, say('nul')))
  }
  return decoded ?? ''
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
