/** Parses JSON, with the position of an error and of each key. `JSON.parse` reports no position for some. */
import { exactNumber, type RoundedNumber } from '../fields/exact-json.ts'

export type JsonValue = string | number | RoundedNumber | boolean | null | JsonValue[] | JsonObject
/** Keys in order; a repeated key stays, so that it can be reported. */
export type JsonObject = { readonly entries: readonly (readonly [key: string, value: JsonValue])[] }

export class JsonError extends Error {
  /** In characters from 1. */
  readonly position: number
  readonly found: string

  constructor(text: string, index: number) {
    const found = text[index] === undefined ? 'end of text' : JSON.stringify(text[index])
    super(`unexpected ${found}`)
    this.position = index + 1
    this.found = found
  }
}

export class JsonTooDeep extends JsonError {}

const space = /[ \t\n\r]*/y
const token =
  /[ \t\n\r]*(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y

/** Throws a `JsonError`. */
export function parseJson(text: string, maxDepth: number): JsonValue {
  let index = 0
  /** The next token; undefined if there is none. */
  const peek = (): string | undefined => {
    token.lastIndex = index
    return token.exec(text)?.[0]
  }
  /** The index of the next character that is not white space. */
  const next = (): number => {
    space.lastIndex = index
    return index + (space.exec(text)?.[0].length ?? 0)
  }
  const fail = (): never => {
    throw new JsonError(text, next())
  }
  const take = (): string => {
    const found = peek() ?? fail()
    index += found.length
    return found.trim()
  }
  /** A string may have a wrong escape, or a control character. */
  const plain = (taken: string): JsonValue => {
    try {
      return exactNumber(JSON.parse(taken) as JsonValue, taken)
    } catch {
      throw new JsonError(text, index - taken.length)
    }
  }
  const isNext = (sign: string): boolean => peek()?.trim() === sign
  const expect = (sign: string): void => {
    if (!isNext(sign)) fail()
    take()
  }
  const list = <Entry>(end: string, entry: () => Entry): Entry[] => {
    const entries: Entry[] = []
    if (!isNext(end)) {
      do entries.push(entry())
      while (isNext(',') && take())
    }
    expect(end)
    return entries
  }
  const value = (depth: number): JsonValue => {
    const first = peek()?.trim() ?? fail()
    if (']},:'.includes(first)) fail()
    if (depth > maxDepth) throw new JsonTooDeep(text, index)
    take()
    if (first === '[') return list(']', () => value(depth + 1))
    if (first !== '{') return plain(first)
    const entry = (): [string, JsonValue] => {
      if (!peek()?.trim().startsWith('"')) fail()
      const key = plain(take()) as string
      expect(':')
      return [key, value(depth + 1)]
    }
    return { entries: list('}', entry) }
  }
  const whole = value(1)
  if (next() < text.length) fail()
  return whole
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value)
}
