/** Parses JSON without hiding that a number has more digits than a double. */
import { isDecimal, parseDecimal } from '@octavo/schema/decimals.ts'

/**
 * A number that was rounded to one with few digits, such as 0.10000000000000000001. It is not a plain
 * number, so that fields reject it; as JSON text, it is the rounded number.
 */
export class RoundedNumber extends Number {}

/** Texts may match too; they are then parsed a little slower. */
const manyDigits = /[\d.]{16}/

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** As `JSON.parse`, but with a `RoundedNumber` where digits were lost. */
export function parseExactJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text) as unknown
  return parseWithSource(text, (_key, value, { source }) => exactNumber(value, source))
}

/** A value that is not a number, or has its own number of digits, is returned unchanged. */
export function exactNumber<Value>(value: Value, source = ''): Value | RoundedNumber {
  const isRounded = isDecimal(value) && parseDecimal(source) === undefined
  return isRounded ? new RoundedNumber(value) : value
}
