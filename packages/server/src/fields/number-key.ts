/**
 * Index keys of numbers: texts that sort by code point in the order of the numbers, because both databases
 * then compare them alike and without rounding. 12.5 is `p308125`: positive, exponent 1 + 307, digits 125. The
 * key of a negative number has the complements, so that -12.5 (`m692874~`) sorts before -12 (`m69287~`).
 */
import { digitsOf } from '@octavo/schema/decimals.ts'

const exponentOffset = 307
const maxExponentKey = 999
/** Sorts after every digit: of two negative numbers, that with more digits is less. */
const end = '~'

export function numberKey(value: number): string {
  if (value === 0) return 'n'
  const { digits, exponent } = digitsOf(value)
  const exponentKey = exponent + exponentOffset
  if (value > 0) return `p${padded(exponentKey)}${digits}`
  const complement = digits.replace(/\d/g, (digit) => String(9 - Number(digit)))
  return `m${padded(maxExponentKey - exponentKey)}${complement}${end}`
}

/** The number of a key. */
export function numberOfKey(key: string): number {
  if (key === 'n') return 0
  const isNegative = key.startsWith('m')
  const plain = isNegative
    ? key.slice(1, -end.length).replace(/\d/g, (digit) => String(9 - Number(digit)))
    : key.slice(1)
  const exponent = Number(plain.slice(0, 3)) - exponentOffset
  const value = Number(`${plain[3]}.${plain.slice(4)}e${exponent}`)
  return isNegative ? -value : value
}

function padded(exponentKey: number): string {
  return String(exponentKey).padStart(3, '0')
}
