/** The context of all parts of a read statement. */
import { languageOfScope, viewBit } from '@octavo/schema/schema.ts'
import type {
  Comparison,
  Condition,
  ScopeRule,
  Selection,
  Visibility,
} from '../../../query/tree.ts'
import type { Dialect } from '../dialect.ts'
import { hidingBit, showingBit } from '../preview-bits.ts'
import { join, raw, sql, type Sql } from '../sql.ts'

export interface ReadContext {
  readonly dialect: Dialect
  readonly visibility: Visibility
  /** The alias of the keys that lead the statement. */
  readonly keys?: string
  /** Cost of visiting one row of the source, in rows. Default: 1. */
  readonly rowUnits?: number
  /** Estimated number of matches. */
  readonly counts?: ReadonlyMap<Condition, number> | undefined
  /** Whether each key of an alternative is searched for itself. */
  readonly isByKey?: boolean | undefined
}

/** Charges a row of a source. This must be its first test. */
export function counted({ dialect, rowUnits = 1 }: ReadContext): Sql[] {
  const { guard } = dialect.reading
  return guard ? [guard(rowUnits)] : []
}

export const signs: Record<Comparison | 'eq', string> = {
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  eq: '=',
}

const always: Sql = raw('1 = 1')
export const never: Sql = raw('1 = 0')

export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? always : join(conditions, ' and ')
}

export function any(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? never : sql`(${join(conditions, ' or ')})`
}

/** Condition: the column is one of these ids or texts. */
export function isIn(
  dialect: Dialect,
  column: string,
  values: readonly number[] | readonly string[],
): Sql {
  const [only] = values
  if (only === undefined) return never
  return values.length === 1 ? sql`${raw(column)} = ${only}` : dialect.isOneOf(column, values)
}

/** The bit of the view, which is the same for all scopes. */
export function viewBitOf({ scopes }: Visibility): number {
  return scopes[0] ? viewBit(scopes[0].scope) : 0
}

/** Condition: the view shows this row of `entries` or `index_keys`. */
function isShown(alias: string, { scopes: [first] }: Visibility): Sql {
  return first ? hasView(alias, first) : never
}

/** Condition: the row belongs to the same item and language as another row, in the visible view. */
export function areOf(row: string, alias: string, visibility: Visibility): Sql {
  return sql`${raw(`${alias}.item_id = ${row}.item_id and ${alias}.language_id = ${row}.language_id`)}
    and ${isShown(alias, visibility)}`
}

/** A preview shows its own rows, and those of the view that it does not hide. */
function hasView(alias: string, { scope, preview }: ScopeRule): Sql {
  const bit = viewBit(scope)
  if (!preview) return raw(`(${alias}.views & ${bit}) <> 0`)
  const [showing, hiding] = [showingBit(preview.slot), hidingBit(preview.slot)]
  return raw(`((${alias}.views & ${showing}) <> 0 or (${alias}.views & ${bit + hiding}) = ${bit})`)
}

/** Condition: the row of `entries` or `index_keys` is in this scope. */
export function inScope(alias: string, rule: ScopeRule): Sql {
  return sql`${raw(alias)}.language_id = ${languageOfScope(rule.scope)}
    and ${hasView(alias, rule)}`
}

/** Further conditions, besides the scope, on a row of `entries` for a scope rule. */
export function lacks(alias: string, { lacking }: ScopeRule): Sql[] {
  return lacking === null ? [] : [sql`(${raw(alias)}.language_mask & ${lacking}) = 0`]
}

/** Condition: the row of `entries` matches a scope rule. */
export function inRule(alias: string, rule: ScopeRule): Sql {
  return all([inScope(alias, rule), ...lacks(alias, rule)])
}

/** Condition: the row of `entries` is visible to the request; for look-ups by item id. */
export function isVisibleEntry(alias: string, { dialect, visibility }: ReadContext): Sql {
  const { scopes, spaceIds } = visibility
  const conditions = [
    isIn(
      dialect,
      `${alias}.language_id`,
      scopes.map(({ scope }) => languageOfScope(scope)),
    ),
    isShown(alias, visibility),
  ]
  const partial = scopes.filter(({ lacking }) => lacking !== null)
  if (partial.length > 0) {
    const whole = scopes.filter(({ lacking }) => lacking === null)
    conditions.push(any([...whole, ...partial].map((rule) => sql`(${inRule(alias, rule)})`)))
  }
  if (spaceIds) conditions.push(isIn(dialect, `${alias}.space_id`, spaceIds))
  return all(conditions)
}

export type Models = Pick<Selection, 'modelIds' | 'isEveryModel'>

export function inModels(
  { modelIds, isEveryModel }: Models,
  { dialect }: ReadContext,
  column = 'e.model_id',
): Sql[] {
  return isEveryModel ? [] : [isIn(dialect, column, modelIds)]
}

export function isAmong(some: readonly number[], every: readonly number[]): boolean {
  return some.some((id) => every.includes(id))
}
