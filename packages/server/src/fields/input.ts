/** Readers for external values. Each reports problems and never throws. */
import { clipped } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Writing } from './field-type.ts'

const maxTextLength = 1_000_000
export const maxEntries = 1_000

/** Empty input (null, undefined or the empty string) gives undefined. */
export function readText(input: unknown, path: string, writing: Writing): string | undefined {
  if (isAbsent(input) || input === '') return undefined
  if (typeof input !== 'string') {
    writing.problem(path, say('notText'))
    return undefined
  }
  const fault = textFault(input)
  if (fault === undefined) return input
  writing.problem(path, fault)
  return undefined
}

/** A plain text, which counts for the limit of all texts of a request. */
export function readLongText(input: unknown, path: string, writing: Writing): string | undefined {
  const text = readText(input, path, writing)
  return text === undefined || writing.acceptsText(text, path) ? text : undefined
}

function textFault(text: string): CodedMessage | undefined {
  if (text.length > maxTextLength) {
    return say('tooLong', { max: maxTextLength, has: text.length })
  }
  // PostgreSQL rejects both, so they are rejected for every database.
  if (text.includes('\0')) return say('nul')
  if (!text.isWellFormed()) return say('halfCharacter')
  return undefined
}

export function readId(
  input: unknown,
  noun: string,
  path: string,
  writing: Writing,
): number | undefined {
  if (isAbsent(input)) return undefined
  if (typeof input === 'number' && Number.isSafeInteger(input) && input > 0) return input
  writing.problem(path, say('notId', { what: noun }))
  return undefined
}

export function readArray(input: unknown, path: string, writing: Writing): unknown[] {
  if (isAbsent(input)) return []
  if (!Array.isArray(input)) {
    writing.problem(path, say('notList'))
    return []
  }
  if (input.length > maxEntries) {
    writing.problem(path, say('tooManyEntries', { max: maxEntries, has: input.length }))
    return []
  }
  return input
}

export function readObject(
  input: unknown,
  path: string,
  writing: Writing,
): Record<string, unknown> | undefined {
  if (isPlainObject(input)) return input
  writing.problem(path, say('notObject'))
  return undefined
}

export function isAbsent(input: unknown): input is null | undefined {
  return input === null || input === undefined
}

function isPlainObject(input: unknown): input is Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return false
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}

/** An external name or value, short enough for a message. */
export function shortened(text: string): string {
  return clipped(text, 100)
}
