/** Bounds of a JSON value, so that storing, returning and checking it takes little time. */
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { RoundedNumber } from './exact-json.ts'

const maxLength = 100_000
const maxDepth = 32

/** Why this is not a JSON value, or is nested too deep. */
export function jsonFault(value: unknown, depth = 0): CodedMessage | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : say('notJson')
  // Its JSON text is that of the rounded number.
  if (value instanceof RoundedNumber) return undefined
  if (typeof value !== 'object' || !isPlain(value)) return say('notJson')
  if (depth === maxDepth) return say('jsonTooDeep', { max: maxDepth })
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    const fault = jsonFault(inner, depth + 1)
    if (fault) return fault
  }
  return undefined
}

/** Why a definition cannot hold the value: it is parsed without keeping all digits of whole numbers. */
export function exactnessFault(value: unknown): CodedMessage | undefined {
  const number = value instanceof RoundedNumber ? Number(value) : value
  if (typeof number === 'number') {
    const isExact = !Number.isInteger(number) || Number.isSafeInteger(number)
    return isExact ? undefined : say('jsonInexact')
  }
  const inner: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  return inner.map(exactnessFault).find((fault) => fault !== undefined)
}

export function lengthFault(text: string): CodedMessage | undefined {
  if (text.length <= maxLength) return undefined
  return say('jsonTooLong', { max: maxLength, has: text.length })
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
