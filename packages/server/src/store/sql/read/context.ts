/** What every piece of a reading statement needs to know. */
import { languageOfScope, viewBit } from '@octavo/schema/schema.ts'
import type { ScopeRule, Selection, Sight } from '../../../query/tree.ts'
import type { Dialect } from '../dialect.ts'
import { join, raw, sql, type Sql } from '../sql.ts'

export interface ReadContext {
  readonly dialect: Dialect
  readonly sight: Sight
  /** What it costs to look at one row of the source, in rows; 1 where it is left out. */
  readonly rowUnits?: number
}

/** Counts a row of a source: to be the first test of it. */
export function counted({ dialect, rowUnits = 1 }: ReadContext): Sql[] {
  const { guard } = dialect.reading
  return guard ? [guard(rowUnits)] : []
}

const always: Sql = raw('1 = 1')
export const never: Sql = raw('1 = 0')

export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? always : join(conditions, ' and ')
}

export function any(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? never : sql`(${join(conditions, ' or ')})`
}

export function isId(dialect: Dialect, column: string, ids: readonly number[]): Sql {
  const [only] = ids
  if (only === undefined) return never
  return ids.length === 1 ? sql`${raw(column)} = ${only}` : dialect.isOneOf(column, ids)
}

export function isText(dialect: Dialect, column: string, texts: readonly string[]): Sql {
  const [only] = texts
  if (only === undefined) return never
  return texts.length === 1 ? sql`${raw(column)} = ${only}` : dialect.isOneOfTexts(column, texts)
}

/** The bit of the view that all parts of a sight are of. */
export function viewBitOf({ scopes }: Sight): number {
  return scopes[0] ? viewBit(scopes[0].scope) : 0
}

/** Rows of `entries` or `index_keys` that the view of the sight shows. */
function isShown(alias: string, sight: Sight): Sql {
  return hasView(alias, viewBitOf(sight))
}

/** Those of them that stand for what a row with item and language shows. */
export function areOf(row: string, alias: string, sight: Sight): Sql {
  return sql`${raw(`${alias}.item_id = ${row}.item_id and ${alias}.language_id = ${row}.language_id`)}
    and ${isShown(alias, sight)}`
}

function hasView(alias: string, bit: number): Sql {
  return raw(`(${alias}.views & ${bit}) <> 0`)
}

/** Rows of `entries` or `index_keys` in one scope. */
export function inScope(alias: string, { scope }: ScopeRule): Sql {
  return sql`${raw(alias)}.language_id = ${languageOfScope(scope)}
    and ${hasView(alias, viewBit(scope))}`
}

/** What a row of `entries` must pass, besides its scope, to belong to one part of the sight. */
export function lacks(alias: string, { lacking }: ScopeRule): Sql[] {
  return lacking === null ? [] : [sql`(${raw(alias)}.language_mask & ${lacking}) = 0`]
}

/** Rows of `entries` that belong to one part of the sight. */
export function inRule(alias: string, rule: ScopeRule): Sql {
  return all([inScope(alias, rule), ...lacks(alias, rule)])
}

/** Rows of `entries` that the request can see: for look-ups by item id. */
export function inSight(alias: string, { dialect, sight }: ReadContext): Sql {
  const { scopes, spaceIds } = sight
  const conditions = [
    isId(
      dialect,
      `${alias}.language_id`,
      scopes.map(({ scope }) => languageOfScope(scope)),
    ),
    isShown(alias, sight),
  ]
  const partial = scopes.filter(({ lacking }) => lacking !== null)
  if (partial.length > 0) {
    const whole = scopes.filter(({ lacking }) => lacking === null)
    conditions.push(any([...whole, ...partial].map((rule) => sql`(${inRule(alias, rule)})`)))
  }
  if (spaceIds) conditions.push(isId(dialect, `${alias}.space_id`, spaceIds))
  return all(conditions)
}

export type Models = Pick<Selection, 'modelIds' | 'isEveryModel'>

export function inModels(
  { modelIds, isEveryModel }: Models,
  { dialect }: ReadContext,
  column = 'e.model_id',
): Sql[] {
  return isEveryModel ? [] : [isId(dialect, column, modelIds)]
}

export function isAmong(some: readonly number[], every: readonly number[]): boolean {
  return some.some((id) => every.includes(id))
}
