import { hash } from 'node:crypto'

/** A key of a field of an item, by which lists are filtered and sorted. */
export interface IndexRow {
  fieldId: number
  /** The first `indexKeyLength` characters of the key. */
  key: string
  /** The part of a long key beyond `indexKeyLength`, so that equality and order stay exact. */
  rest: string
  /** Represents the rest in the index: equal rests have equal digests. */
  restDigest: string
}

/** Long enough for titles and slugs, short enough for a PostgreSQL index row at four bytes each. */
export const indexKeyLength = 200

/**
 * Splits a key into the indexed part and the rest. It counts code points, not UTF-16 units: only then does
 * comparing (key, rest) give the same order as comparing complete keys.
 */
export function splitIndexKey(fieldId: number, key: string): IndexRow {
  if (key.length <= indexKeyLength) return { fieldId, key, rest: '', restDigest: '' }
  let end = 0
  for (let count = 0; count < indexKeyLength && end < key.length; count++) {
    end += (key.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  const rest = key.slice(end)
  return { fieldId, key: key.slice(0, end), rest, restDigest: digestOf(rest) }
}

/**
 * An item without a value of a field has an empty key of this other field, so that an index has the items
 * that lack a value.
 */
export function absenceOf(fieldId: number): number {
  return -fieldId
}

export function isAbsence(fieldId: number): boolean {
  return fieldId < 0
}

/** Only a key of the maximum length can have a rest. */
export function isFullKey(key: string): boolean {
  return key.length >= indexKeyLength && [...key].length >= indexKeyLength
}

function digestOf(rest: string): string {
  return rest && hash('sha256', rest, 'base64')
}
