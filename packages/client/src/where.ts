/** Sends conditions as parameters, or as JSON if parameters cannot express them. */
import type { Operand, WhereShape, WhereValue } from './types/where.ts'

type Wheres = WhereShape | readonly WhereShape[]

/** Whether there are groups, or lists with commas, which separate values in a parameter. */
export function needsJson(where: Wheres | undefined): where is Wheres {
  if (where === undefined) return false
  return isList(where) ? where.some(needsJson) : Object.entries(where).some(isJsonOnly)
}

function isJsonOnly([name, value]: [string, WhereValue | undefined]): boolean {
  if (name.startsWith('$')) return true
  if (value === undefined) return false
  if (isOperand(value)) return name !== 'contains' && isList(value) && isUnlistable(value)
  return needsJson(value)
}

function isUnlistable(values: readonly (string | number)[]): boolean {
  return values.length === 0 || values.some((value) => String(value).includes(',') || value === '')
}

export function whereJson(where: Wheres): string {
  return JSON.stringify(isList(where) ? { $and: where.map(groupOf) } : groupOf(where))
}

/** The JSON of a group: paths and nested groups. */
function groupOf(where: WhereShape): Record<string, unknown> {
  const parts: Record<string, unknown>[] = []
  addParts(parts, where, '')
  return parts.length === 1 ? (parts[0] ?? {}) : { $and: parts }
}

function addParts(parts: Record<string, unknown>[], where: WhereShape, path: string): void {
  for (const [name, value] of Object.entries(where)) {
    if (value === undefined) throw undefinedFilter(name, path)
    if (path === '' && name.startsWith('$')) {
      const inner = value as WhereShape | readonly WhereShape[]
      parts.push({ [name]: isList(inner) ? inner.map(groupOf) : groupOf(inner) })
    } else if (name.startsWith('$')) {
      parts.push({ [path]: { [name]: groupOf(value as WhereShape) } })
    } else if (!isOperand(value)) {
      addParts(parts, value as WhereShape, path === '' ? name : `${path}.${name}`)
    } else if (name === 'contains') {
      for (const keyword of keywordsIn(value)) parts.push({ [path]: { contains: keyword } })
    } else parts.push({ [path]: { [name]: value } })
  }
}

function keywordsIn(value: Operand): string[] {
  const texts = isList(value) ? value.map(String) : [String(value)]
  return texts.flatMap((text) => text.split(',')).filter((keyword) => keyword.trim() !== '')
}

export function addConditions(query: URLSearchParams, where: WhereShape, path: string): void {
  for (const [name, value] of Object.entries(where)) {
    if (value === undefined) throw undefinedFilter(name, path)
    if (isOperand(value)) query.append(`${path}[${name}]`, operandText(value))
    else addConditions(query, value as WhereShape, path === '' ? name : `${path}.${name}`)
  }
}

/** Ignoring it would return more items than expected. */
function undefinedFilter(name: string, path: string): TypeError {
  return new TypeError(
    `the filter ${path === '' ? name : `${path}[${name}]`} must not be undefined`,
  )
}

function isOperand(value: WhereValue): value is Operand {
  if (typeof value !== 'object' || value instanceof Date) return true
  return Array.isArray(value) && value.every((one) => typeof one !== 'object')
}

function operandText(value: Operand): string {
  if (value instanceof Date) return value.toISOString()
  return isList(value) ? value.join(',') : String(value)
}

export function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
