/** Parses JSON without hiding that a number has more digits than a double. */
import { randomUUID } from 'node:crypto'
import { isDecimal, parseDecimal } from '@octavo/schema/decimals.ts'

/**
 * A number that was rounded to one with few digits, such as 0.10000000000000000001, or a whole number that a
 * double cannot hold. It is not a plain number, so that fields reject it. As JSON text, a whole number has all
 * its digits, because it may be an id; any other number is the rounded one.
 */
export class RoundedNumber extends Number {
  readonly #source: string

  constructor(value: number, source: string) {
    super(value)
    this.#source = source
  }

  toJSON(): unknown {
    return isWhole(this.#source) ? rawJson(this.#source) : Number(this)
  }
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown }

/** Texts may match too; they are then parsed a little slower. Tiny numbers become 0. */
const manyDigits = /[\d.]{16}|[eE]-\d{3}/

/** Strings, which are skipped, and numbers that may be rounded. An open string ends with the text. */
const stringOrNumber =
  /"[^"\\]*(?:\\[^]?[^"\\]*)*"?|(?<![\d.])-?\d(?:[\d.eE+-]{15,}|[\d.]*[eE]-\d{3,})/g
const isJsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Stands for a rounded number until the JSON is parsed. Clients cannot guess it. */
const marker = `rounded ${randomUUID()} `

/**
 * As `JSON.parse`, but with a `RoundedNumber` where digits were lost. A reviver would take many times as long
 * for a body with many values.
 */
export function parseExactJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text) as unknown
  const marked = text.replaceAll(stringOrNumber, (token) =>
    losesDigits(token) ? `"${marker}${token}"` : token,
  )
  if (marked === text) return JSON.parse(text) as unknown
  try {
    return withRounded(JSON.parse(marked))
  } catch {
    // The error names the position in the text itself.
    return JSON.parse(text) as unknown
  }
}

/** A value that is not a number, or has its own number of digits, is returned unchanged. */
export function exactNumber<Value>(value: Value, source = ''): Value | RoundedNumber {
  const isRounded = typeof value === 'number' && isRoundedFrom(source, value)
  return isRounded ? new RoundedNumber(value, source) : value
}

function isRoundedFrom(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  if (value === 0) return /^[-.0]*[1-9]/.test(source)
  if (isDecimal(value)) return parseDecimal(source) === undefined
  return isWhole(source) && BigInt(source) !== BigInt(value)
}

function isWhole(source: string): boolean {
  return /^-?\d+$/.test(source)
}

function losesDigits(token: string): boolean {
  return isJsonNumber.test(token) && isRoundedFrom(token, Number(token))
}

/** Replaces the marked strings in lists and objects. */
function withRounded(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(marker)) {
    const source = value.slice(marker.length)
    return new RoundedNumber(Number(source), source)
  }
  if (typeof value !== 'object' || value === null) return value
  const inner = value as Record<string, unknown>
  for (const key of Object.keys(inner)) {
    const rounded = withRounded(inner[key])
    // The key may be __proto__.
    if (rounded !== inner[key]) Object.defineProperty(inner, key, { value: rounded })
  }
  return inner
}
