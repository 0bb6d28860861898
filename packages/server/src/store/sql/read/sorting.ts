/** Sort keys as columns and `order by`. */
import type { FieldTarget, OrderBy, OrderKey, Selection } from '../../../query/tree.ts'
import { restOf } from '../../search/document-texts.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { groupedFields, ofModels, timeExpression } from './conditions.ts'
import { areOf, isAmong, isIn, isVisibleEntry, type ReadContext } from './context.ts'

/** The sort value of an item; null if it is empty. */
export function sortValue(by: OrderBy, entry: string, context: ReadContext): Sql {
  switch (by.kind) {
    case 'id':
      return raw(`${entry}.item_id`)
    case 'time':
      return timeExpression(by.column, entry)
    case 'status':
      return raw(`${entry}.status`)
    case 'rank':
      return rankExpression(by.ids, `${entry}.${by.column}`)
    case 'field':
      return fieldValue(by, entry, context)
    case 'through':
      return throughValue(by, entry, context)
  }
}

/** The value of the visible item that a reference leads to. */
function throughValue(
  { targets, by }: Extract<OrderBy, { kind: 'through' }>,
  entry: string,
  context: ReadContext,
): Sql {
  const { reading } = context.dialect
  const [keys, target] = [`r_${entry}`, `o_${entry}`]
  return sql`(select ${sortValue(by, target, context)}
    from index_keys ${raw(keys)}${reading.indexedBy('index_keys_by_item')}
    ${reading.thenJoin} entries ${raw(target)}
      on ${raw(`${target}.item_id = cast(${keys}.key as bigint)`)} and ${isVisibleEntry(target, context)}
    where ${areOf(entry, keys, context.visibility)} and ${isOfFields(targets, entry, keys, context)} limit 1)`
}

/** Condition: the row of `index_keys` is of one of the fields. */
function isOfFields(
  targets: readonly FieldTarget[],
  entry: string,
  keys: string,
  context: ReadContext,
): Sql {
  const found = groupedFields(targets).map(({ fieldIds, modelIds }) =>
    ofModels(modelIds, entry, isIn(context.dialect, `${keys}.field_id`, fieldIds), context),
  )
  return sql`(${join(found, ' or ')})`
}

function rankExpression(ids: readonly number[], column: string): Sql {
  const cases = ids.map((id, rank) => sql`when ${id} then ${raw(String(rank))}`)
  return sql`(case ${raw(column)} ${join(cases, ' ')} end)`
}

/** The complete key: the indexed part and the rest. */
function fieldValue(
  by: Extract<OrderBy, { kind: 'field' }>,
  entry: string,
  context: ReadContext,
): Sql {
  if (by.targets.length === 0) return raw('cast(null as text)')
  const keys = `s_${entry}`
  const byItem = context.dialect.reading.indexedBy('index_keys_by_item')
  // A short key has no rest and is read from the index alone.
  const key = raw(`${keys}.key`)
  const value = by.isShort ? key : sql`${key} || ${restOf(context.dialect.reading, keys)}`
  return sql`(select ${value} from index_keys ${raw(keys)}${byItem}
    where ${areOf(entry, keys, context.visibility)} and ${isOfFields(by.targets, entry, keys, context)} limit 1)`
}

/** The sort keys that can differ between items of this selection; the id ends every order. */
export function effectiveOrder({ order, modelIds, spaceIds }: Selection): OrderKey[] {
  const distinguishing = order.filter(({ by }) => {
    if (by.kind === 'field' || by.kind === 'through') {
      return by.targets.some((target) => isAmong(target.modelIds, modelIds))
    }
    if (by.kind !== 'rank') return true
    const ids = by.column === 'model_id' ? modelIds : (spaceIds ?? by.ids)
    return ids.length > 1
  })
  return upToId(distinguishing)
}

/** Drops sort keys after the id, which is unique. */
export function upToId(order: readonly OrderKey[]): OrderKey[] {
  const end = order.findIndex(({ by }) => by.kind === 'id')
  return end < 0 ? [...order] : order.slice(0, end + 1)
}

export interface Direction {
  readonly isTieDescending: boolean
  readonly areEmptyFirst: boolean
}

/** `order by` over the columns s0, s1 … and the id. */
export function orderByColumns(order: readonly OrderKey[], direction: Direction): Sql {
  const terms = order.map(({ by, isDescending }, index) =>
    term(raw(`s${index}`), isDescending, isNullable(by) ? direction.areEmptyFirst : null),
  )
  return join([...terms, term(raw('item_id'), direction.isTieDescending, null)], ', ')
}

export function term(value: Sql, isDescending: boolean, areNullsFirst: boolean | null): Sql {
  const nulls = areNullsFirst === null ? '' : ` nulls ${areNullsFirst ? 'first' : 'last'}`
  return sql`${value}${raw(`${isDescending ? ' desc' : ''}${nulls}`)}`
}

export function isNullable(by: OrderBy): boolean {
  if (by.kind === 'time') return by.column === 'published_at' || by.column === 'last_published_at'
  return by.kind === 'field' || by.kind === 'through'
}
