/**
 * Finds the item next to a position without reading the list. The items after a position in an order of n
 * keys form a chain of narrower lists, from those that tie in all keys to those that tie in none. The first
 * item of the first non-empty list is the neighbour.
 */
import {
  withCondition,
  type Condition,
  type KeyTest,
  type OrderBy,
  type OrderKey,
  type Position,
  type Selection,
} from '../../../query/tree.ts'
import { isKnown as hasKey, negated } from '../../../query/logic.ts'
import { isFullKey } from '../../../query/index-key.ts'
import { isNullable } from './sorting.ts'

/** The lists to search, in order. */
export function listsAfter(
  selection: Selection,
  order: readonly OrderKey[],
  ties: readonly Condition[],
  position: Position,
): Selection[] {
  const lists: Selection[] = []
  const add = (conditions: readonly Condition[], from: number): void => {
    const narrower = conditions.reduce(narrow, { ...selection, order: order.slice(from) })
    lists.push(narrower)
  }
  const comparison = selection.isTieDescending ? 'lt' : 'gt'
  const endsWithId = order.at(-1)?.by.kind === 'id'
  if (!endsWithId)
    add([...ties, { kind: 'idBeyond', comparison, id: position.itemId }], order.length)
  for (let index = order.length - 1; index >= 0; index--) {
    const key = order[index]
    const value = position.values[index] ?? null
    if (!key) continue
    const before = ties.slice(0, index)
    if (value !== null) {
      add([...before, isBeyond(key, value)], index)
      if (isNullable(key.by) && !selection.areEmptyFirst) add([...before, isEmpty(key)], index + 1)
    } else if (selection.areEmptyFirst) add([...before, isKnown(key)], index)
  }
  return lists
}

function narrow(selection: Selection, condition: Condition): Selection {
  if (condition.kind === 'model') {
    const modelIds = selection.modelIds.filter((id) => condition.ids.includes(id))
    return { ...selection, modelIds, isEveryModel: false }
  }
  if (condition.kind === 'space') {
    const spaceIds = (selection.spaceIds ?? condition.ids).filter((id) =>
      condition.ids.includes(id),
    )
    return { ...selection, spaceIds }
  }
  return withCondition(selection, condition)
}

/** The same list in reverse order. */
export function reversed(selection: Selection): Selection {
  return {
    ...selection,
    order: selection.order.map((key) => ({ ...key, isDescending: !key.isDescending })),
    isTieDescending: !selection.isTieDescending,
    areEmptyFirst: !selection.areEmptyFirst,
  }
}

/** Condition: the item has the same sort value as the position. */
export function isEqual({ by }: Pick<OrderKey, 'by'>, value: string | number | null): Condition {
  switch (by.kind) {
    case 'id':
      return { kind: 'id', ids: [Number(value)] }
    case 'status':
      return { kind: 'status', statuses: [String(value)] }
    case 'rank':
      return ranked(by.column, by.ids.slice(Number(value), Number(value) + 1))
    case 'time':
      return value === null
        ? { kind: 'timeKnown', column: by.column, isKnown: false }
        : { kind: 'time', column: by.column, comparison: 'eq', time: Number(value) }
    case 'field': {
      if (value === null) return { kind: 'empty', targets: by.targets }
      return withKeys(by, indexedTest(by, 'eq', value) ?? { kind: 'oneOf', keys: [String(value)] })
    }
    case 'through':
      return value === null ? isEmpty({ by }) : through(by, isEqual({ by: by.by }, value))
  }
}

type Through = Extract<OrderBy, { kind: 'through' }>

function through({ targets }: Through, inner: Condition): Condition {
  return { kind: 'through', targets, inner }
}

type FieldOrder = Extract<OrderBy, { kind: 'field' }>

function withKeys({ targets }: FieldOrder, test: KeyTest): Condition {
  return { kind: 'keys', targets: targets.map((target) => ({ ...target, test })) }
}

/** For an order by the indexed part alone: a full key may have a rest, which does not count. */
function indexedTest(
  { isShort }: FieldOrder,
  comparison: 'eq' | 'lt' | 'gt',
  value: string | number,
): KeyTest | undefined {
  const key = String(value)
  return isShort && isFullKey(key) ? { kind: 'indexed', comparison, key } : undefined
}

function isBeyond({ by, isDescending }: OrderKey, value: string | number): Condition {
  const comparison = isDescending ? 'lt' : 'gt'
  switch (by.kind) {
    case 'id':
      return { kind: 'idBeyond', comparison, id: Number(value) }
    case 'status': {
      const statuses = ['draft', 'published', 'published_draft'].filter((status) =>
        isDescending ? status < String(value) : status > String(value),
      )
      return { kind: 'status', statuses }
    }
    case 'rank': {
      const rank = Number(value)
      return ranked(by.column, isDescending ? by.ids.slice(0, rank) : by.ids.slice(rank + 1))
    }
    case 'time':
      return { kind: 'time', column: by.column, comparison, time: Number(value) }
    case 'field': {
      const bounds = [{ comparison, key: String(value) }] as const
      return withKeys(by, indexedTest(by, comparison, value) ?? { kind: 'range', bounds })
    }
    case 'through':
      return through(by, isBeyond({ by: by.by, isDescending }, value))
  }
}

function isEmpty({ by }: Pick<OrderKey, 'by'>): Condition {
  if (by.kind === 'through') return negated(isKnown({ by }))
  return by.kind === 'field'
    ? { kind: 'empty', targets: by.targets }
    : { kind: 'timeKnown', column: timeColumn(by), isKnown: false }
}

function isKnown({ by }: Pick<OrderKey, 'by'>): Condition {
  if (by.kind === 'through') {
    return isNullable(by.by)
      ? through(by, isKnown(by))
      : { kind: 'refers', targets: by.targets, ids: null }
  }
  if (by.kind !== 'field') return { kind: 'timeKnown', column: timeColumn(by), isKnown: true }
  return withKeys(by, hasKey)
}

function timeColumn(by: OrderKey['by']): 'published_at' | 'last_published_at' {
  return by.kind === 'time' && by.column === 'published_at' ? 'published_at' : 'last_published_at'
}

function ranked(column: 'model_id' | 'space_id', ids: readonly number[]): Condition {
  return { kind: column === 'model_id' ? 'model' : 'space', ids }
}
