/**
 * Decimal numbers of at most 15 significant digits. A double represents each of them without loss: it
 * prints as the digits that were parsed.
 */

const maxDigits = 15
/** Smaller numbers are subnormal: a double then has fewer digits. */
const minExponent = -307

const decimalPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const maxLength = 400

/** The digits of a number without zeros around them, and the exponent of the first one. */
export interface Digits {
  readonly digits: string
  readonly exponent: number
}

export function digitsOf(value: number): Digits {
  const [mantissa = '', exponent] = Math.abs(value).toExponential().split('e')
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

export function isDecimal(value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value) || Object.is(value, -0)) return false
  const { digits, exponent } = digitsOf(value)
  return digits.length <= maxDigits && exponent >= minExponent
}

/** Parses a number in the notation of JSON; undefined for anything else, or with too many digits. */
export function parseDecimal(text: string): number | undefined {
  if (text.length > maxLength || !decimalPattern.test(text)) return undefined
  const [mantissa = ''] = text.split(/e/i, 1)
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  if (significant.length > maxDigits) return undefined
  const value = Number(text)
  if (value === 0) return significant === '' ? 0 : undefined
  return isDecimal(value) ? value : undefined
}

/** Whether the value is a number of steps from the base, without rounding. */
export function isOnStep(value: number, step: number, base: number): boolean {
  const parts = [value, step, base].map(lastDigitOf)
  const scale = Math.min(...parts.map(({ power }) => power))
  const [scaled = 0n, scaledStep = 1n, scaledBase = 0n] = parts.map(
    ({ units, power }) => units * 10n ** BigInt(power - scale),
  )
  return (scaled - scaledBase) % scaledStep === 0n
}

/** The number as a whole number of units of its last digit. */
function lastDigitOf(value: number): { units: bigint; power: number } {
  const { digits, exponent } = digitsOf(value)
  return {
    units: BigInt(digits) * (value < 0 ? -1n : 1n),
    power: exponent - digits.length + 1,
  }
}
