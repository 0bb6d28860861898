/**
 * Cursors of lists: the sort values and the id of the last item of a page, and a digest of the parameters
 * that select and sort. A cursor needs no state on the server and gives no access: the page after any
 * position shows only what the key may read. All parts are validated.
 */
import { hash } from 'node:crypto'
import { statuses } from '@octavo/schema/field-types.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import { textOperand } from '../fields/keys.ts'
import { indexKeyLength } from './index-key.ts'
import type { Parameters } from './parameters.ts'
import { namesInOrder } from './parse-order.ts'
import type { CursorQuery, OrderBy, OrderKey, Position } from './tree.ts'

/** The value of the parameter for the first page. */
const start = 'start'
/** Not in the contract: the text of a cursor has room for this many sort values. */
export const maxCursorKeys = 4

/** Parameters that may differ between the pages of a list. The order is compared name by name. */
const free: ReadonlySet<QueryParameter> = new Set<QueryParameter>([
  'limit',
  'offset',
  'cursor',
  'order',
  'total',
  'facets',
  'select',
  'depth',
  'strict',
  'media',
])

/** The same for requests with the same filters and order, in any sequence of the parameters. */
export function listNameOf({ scalars, filters, contains }: Parameters): string {
  const named = [...scalars].filter(([name]) => !free.has(name))
  const tests = filters.map(({ name, value }) => [name, value])
  const order = namesInOrder(scalars.get('order')).map(Object.values)
  const unordered = [named, tests, contains].map((some) => some.map(String).toSorted())
  const parts = [order, ...unordered]
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16)
}

type Value = string | number | null

export function writeCursor(
  list: string,
  order: readonly OrderKey[],
  { itemId, values }: Position,
): string {
  const kept = cursorOrder(order).map(({ by }, index) => sentValue(by, values[index] ?? null))
  return Buffer.from(JSON.stringify([list, itemId, ...kept])).toString('base64url')
}

export function readCursor(
  text: string,
  list: string,
  order: readonly OrderKey[],
): CursorQuery | CodedMessage {
  if (text === start) return { after: null, list }
  const [givenList, itemId, ...sent] = partsOf(text)
  const keys = cursorOrder(order)
  if (typeof givenList !== 'string' || !isId(itemId)) return say('notCursor')
  if (givenList !== list || sent.length !== keys.length) return say('cursorOfOther')
  const values = keys.map(({ by }, index) => readValue(by, sent[index]))
  if (!values.every((value) => value !== undefined)) return say('notCursor')
  return { after: { itemId, values }, list }
}

/**
 * The order of a list that is read by cursor: texts are compared by their indexed part, because a cursor
 * has no room for longer ones.
 */
export function cursorOrder(order: readonly OrderKey[]): OrderKey[] {
  const end = order.findIndex(({ by }) => by.kind === 'id')
  return (end < 0 ? order : order.slice(0, end + 1)).map((key) => ({ ...key, by: indexed(key.by) }))
}

function indexed<By extends OrderBy>(by: By): By {
  if (by.kind === 'field') return { ...by, isShort: true }
  return by.kind === 'through' ? { ...by, by: indexed(by.by) } : by
}

function partsOf(text: string): unknown[] {
  if (!/^[\w-]+$/.test(text)) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** A rank is sent as the id of the model or space, which does not depend on the other ones. */
function sentValue(by: OrderBy, value: Value): Value {
  if (by.kind === 'through') return sentValue(by.by, value)
  return by.kind === 'rank' && value !== null ? (by.ids[Number(value)] ?? null) : value
}

/** Undefined for a value that no item can have. */
function readValue(by: OrderBy, value: unknown): Value | undefined {
  switch (by.kind) {
    case 'id':
      return isId(value) ? value : undefined
    case 'time': {
      const isNever = by.column === 'created_at' || by.column === 'updated_at'
      if (value === null) return isNever ? undefined : null
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
    }
    case 'status':
      return statuses.find((status) => status === value)
    case 'rank': {
      const rank = by.ids.findIndex((id) => id === value)
      return rank < 0 ? undefined : rank
    }
    case 'field': {
      if (value === null) return null
      if (typeof value !== 'string' || [...value].length > indexKeyLength) return undefined
      return textOperand(value)
    }
    case 'through':
      return value === null ? null : readValue(by.by, value)
  }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
