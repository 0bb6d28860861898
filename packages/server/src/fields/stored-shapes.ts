/** Forms of stored values that several types share. */
import type { Stored } from './field-type.ts'

/** Ids in the API have at most fifteen digits. */
export const largestId = 999_999_999_999_999

export function isId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= largestId
}

export function isObject(value: unknown): value is { [key: string]: Stored } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
