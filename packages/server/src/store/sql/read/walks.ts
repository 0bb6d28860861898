/**
 * Walks along the order of a list: consecutive parts, each with branches that an index returns in order. If
 * items may lack the first key, those with it form one part and those without it another, because no index
 * contains the latter.
 */
import { languageOfScope } from '@octavo/schema/schema.ts'
import {
  withCondition,
  type Condition,
  type OrderKey,
  type ScopeRule,
  type Selection,
} from '../../../query/tree.ts'
import { raw, sql } from '../sql.ts'
import { entry } from './completed-sources.ts'
import { probe, timeExpression } from './conditions.ts'
import { all, counted, inModels, inScope, lacks, type ReadContext } from './context.ts'
import { entrySource, primaryKey, timeIndexes } from './entry-sources.ts'
import { fieldWalk, throughWalk } from './field-walks.ts'
import { isTooWide, part, type Branch, type Part } from './part.ts'
import { effectiveOrder, isNullable, term } from './sorting.ts'
import type { Source } from './source.ts'

/**
 * With more sort keys, items without the first key are sorted instead; otherwise statements would grow
 * quadratically.
 */
const maxWalkedKeys = 4

/** Undefined if no index has the order. */
export function walkParts(selection: Selection, context: ReadContext): Part[] | undefined {
  const order = effectiveOrder(selection)
  const [first] = order
  if (!first || first.by.kind === 'id')
    return [part(selection, order, idBranches(selection, context))]
  if (first.by.kind === 'field' || first.by.kind === 'through') {
    const walk =
      first.by.kind === 'field'
        ? fieldWalk(selection, order, first.by, context)
        : throughWalk(selection, order, first.by, context)
    if (!walk?.isEmpty) return walk && [walk.keyed]
    return withEmpty(selection, order, walk.keyed, walk.isEmpty, context)
  }
  if (first.by.kind !== 'time') return undefined
  const { column } = first.by
  if (column === 'created_at') return [part(selection, order, creationBranches(selection, context))]
  if (isTooWide(selection, selection.modelIds.length)) return undefined
  const branches = perModel(selection, timeIndexes[column], context).map((source) => ({
    source,
    orderBy: [term(timeExpression(column, entry), first.isDescending, null)],
  }))
  if (!isNullable(first.by)) return [part(selection, order, branches)]
  const isKnown: Condition = { kind: 'timeKnown', column, isKnown: true }
  const withKey = part(withCondition(selection, isKnown), order, branches)
  return withEmpty(selection, order, withKey, { ...isKnown, isKnown: false }, context)
}

/** Adds the part of items without the first key after, or before, the part of items with it. */
function withEmpty(
  selection: Selection,
  order: readonly OrderKey[],
  withKey: Part,
  isEmpty: Condition,
  context: ReadContext,
): Part[] {
  const others = withCondition({ ...selection, order: order.slice(1) }, isEmpty)
  const walked = order.length <= maxWalkedKeys ? walkParts(others, context) : undefined
  const empty = walked ?? [sortedPart(others, context)]
  return selection.areEmptyFirst ? [...empty, withKey] : [withKey, ...empty]
}

/** All items of the selection, to be sorted or counted. */
export function sortedPart(selection: Selection, context: ReadContext): Part {
  const { visibility } = selection
  const branches = visibility.scopes.map((rule) => ({
    source: entrySource(inModels(selection, context), rule, entry, null, context),
  }))
  return part(selection, effectiveOrder(selection), branches)
}

function creationBranches(selection: Selection, context: ReadContext): Branch[] {
  const { visibility, modelIds, spaceIds, isEveryModel } = selection
  if (!isEveryModel && !isTooWide(selection, modelIds.length)) {
    return perModel(selection, 'entries_of_model', context).map(asBranch)
  }
  if (isEveryModel && spaceIds && !isTooWide(selection, spaceIds.length)) {
    return perSpace(selection, spaceIds, context).map(asBranch)
  }
  return visibility.scopes.map((rule) =>
    asBranch(entrySource(inModels(selection, context), rule, entry, 'entries_newest', context)),
  )
}

function perSpace(
  { visibility }: Selection,
  spaceIds: readonly number[],
  context: ReadContext,
): Source[] {
  return visibility.scopes.flatMap((rule) =>
    spaceIds.map((id) => {
      const inSpace = sql`${raw(entry)}.space_id = ${id}`
      return entrySource([inSpace], rule, entry, 'entries_of_space', context)
    }),
  )
}

function asBranch(source: Source): Branch {
  return { source }
}

function perModel(
  { visibility, modelIds }: Selection,
  index: string,
  context: ReadContext,
): Source[] {
  return visibility.scopes.flatMap((rule) =>
    modelIds.map((id) =>
      entrySource([sql`${raw(entry)}.model_id = ${id}`], rule, entry, index, context),
    ),
  )
}

function idBranches(selection: Selection, context: ReadContext): Branch[] {
  const { visibility, modelIds, isEveryModel } = selection
  const usesPrimaryKey = isEveryModel || isTooWide(selection, modelIds.length)
  return visibility.scopes.flatMap((rule) =>
    usesPrimaryKey
      ? [asBranch(entrySource(inModels(selection, context), rule, entry, primaryKey, context))]
      : modelIds.map((id) => asBranch(itemSource(id, selection, rule, context))),
  )
}

/** Items of one model by id. Only the table of items has an index with that order. */
function itemSource(
  modelId: number,
  { conditions }: Selection,
  rule: ScopeRule,
  context: ReadContext,
): Source {
  // PostgreSQL may merge both tables by id, and must not begin with the first entry.
  const beyond = conditions
    .filter(({ kind }) => kind === 'idBeyond')
    .map((condition) => probe(condition, entry, context))
  const { thenJoin, indexedBy } = context.dialect.reading
  return {
    leader: 'i',
    from: sql`(select id as item_id, created_at, cast(${languageOfScope(rule.scope)} as bigint) as language_id
        from items${indexedBy('items_by_model')}
        where ${all([...counted(context), sql`model_id = ${modelId}`])}) i
      ${thenJoin} entries ${raw(entry)} on ${inScope(entry, rule)}
        and ${all([raw(`${entry}.item_id = i.item_id`), ...beyond])}`,
    where: [],
    hasEntries: true,
    entryWhere: lacks(entry, rule),
  }
}
