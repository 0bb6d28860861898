/** Parses JSON without hiding that a number has more digits than a double. */
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

/** Texts may match too; they are then parsed a little slower. Tiny numbers become 0. */
const manyDigits = /[\d.]{16}|[eE]-\d{3}/

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown }

/** As `JSON.parse`, but with a `RoundedNumber` where digits were lost. */
export function parseExactJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text) as unknown
  return parseWithSource(text, (_key, value, { source }) => exactNumber(value, source))
}

/** A value that is not a number, or has its own number of digits, is returned unchanged. */
export function exactNumber<Value>(value: Value, source = ''): Value | RoundedNumber {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value
  const isRounded = isDecimal(value)
    ? parseDecimal(source) === undefined
    : isWhole(source) && BigInt(source) !== BigInt(value)
  return isRounded ? new RoundedNumber(value, source) : value
}

function isWhole(source: string): boolean {
  return /^-?\d+$/.test(source)
}
