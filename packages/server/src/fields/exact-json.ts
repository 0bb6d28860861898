/** Parses JSON without hiding that a number has more digits than a double. */
import { isDecimal, parseDecimal } from '@octavo/schema/decimals.ts'
import { isWholeNumber, parseJsonWith } from '@octavo/schema/exact-json.ts'

/**
 * A number that was rounded to one with few digits, such as 0.10000000000000000001, or a whole number that a
 * double cannot hold. It is not a plain number, so that fields reject it. As JSON text, a whole number has all
 * its digits, because it may be an id; any other number is the rounded one.
 */
export class RoundedNumber extends Number {
  /** Not private, so that comparisons of values see it. */
  readonly source: string

  constructor(value: number, source: string) {
    super(value)
    this.source = source
  }

  toJSON(): unknown {
    return isWholeNumber(this.source) ? rawJson(this.source) : Number(this)
  }
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown }

/** As `JSON.parse`, but with a `RoundedNumber` where digits were lost. */
export function parseExactJson(text: string): unknown {
  return parseJsonWith(text, {
    isReplaced: (source) => isRoundedFrom(source, Number(source)),
    replaced: (source) => new RoundedNumber(Number(source), source),
  })
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
  // A double can equal such a number, such as 2 ** 63, but prints other digits.
  return isWholeNumber(source) && String(value) !== source
}
