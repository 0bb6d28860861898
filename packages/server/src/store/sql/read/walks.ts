/**
 * Walks along the order of a list: parts that follow each other, each of branches that an index
 * gives in order. Where items can be without the first key, those with it are one part and those
 * without it another, because no index holds the latter.
 */
import type { Condition, FieldTarget, OrderKey, ScopeRule, Selection } from '../../../query/tree.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { keyCondition } from './conditions.ts'
import { inRule, isId, type ReadContext } from './context.ts'
import { effectiveOrder, isNullable, term } from './sorting.ts'
import { entrySource, type Source } from './sources.ts'

export interface Branch {
  readonly source: Source
  /** The value of the first sort key, where the source has it at hand. */
  readonly first?: Sql
  /** The order in which the source gives rows, where it is not that of the columns. */
  readonly orderBy?: readonly Sql[]
}

export interface Part {
  readonly branches: readonly Branch[]
  readonly order: readonly OrderKey[]
  readonly conditions: readonly Condition[]
}

const entry = 'e'
const maxTests = 240

/** Each branch repeats every test: more of them than this cost more than sorting does. */
function isTooWide({ sight, conditions }: Selection, branches: number): boolean {
  return sight.scopes.length * branches * (1 + conditions.length) > maxTests
}

/** Undefined where no index has the order. */
export function walkParts(selection: Selection, context: ReadContext): Part[] | undefined {
  const { modelIds } = selection
  const order = effectiveOrder(selection)
  const [first] = order
  if (!first || first.by.kind === 'id')
    return [part(selection, order, idBranches(selection, context))]
  if (first.by.kind === 'field') return fieldParts(selection, order, first.by.targets, context)
  if (first.by.kind !== 'time') return undefined
  const { column } = first.by
  if (column === 'created_at') return [part(selection, order, creationBranches(selection, context))]
  if (column === 'last_published_at' || isTooWide(selection, modelIds.length)) return undefined
  const isKnown: Condition = { kind: 'timeKnown', column, isKnown: true }
  const index = column === 'updated_at' ? 'entries_by_update' : 'entries_by_publication'
  const branches = perModel(selection, index, context).map((source) => ({
    source,
    orderBy: [term(raw(`${entry}.${column}`), first.isDescending, null)],
  }))
  if (!isNullable(first.by)) return [part(selection, order, branches)]
  const known = withCondition(selection, isKnown)
  return withEmpty(
    selection,
    order,
    part(known, order, branches),
    { ...isKnown, isKnown: false },
    context,
  )
}

function part(selection: Selection, order: readonly OrderKey[], branches: readonly Branch[]): Part {
  return { branches, order, conditions: selection.conditions }
}

function withCondition(selection: Selection, condition: Condition): Selection {
  return { ...selection, conditions: [...selection.conditions, condition] }
}

/** Puts the part of those without the first key behind the part of those with it. */
function withEmpty(
  selection: Selection,
  order: readonly OrderKey[],
  known: Part,
  isEmpty: Condition,
  context: ReadContext,
): Part[] | undefined {
  const others = withCondition({ ...selection, order: order.slice(1) }, isEmpty)
  const empty = walkParts(others, context) ?? [sortedPart(others, context)]
  return selection.areEmptyFirst ? [...empty, known] : [known, ...empty]
}

/** All items of the selection, to be sorted or counted. */
export function sortedPart(selection: Selection, context: ReadContext): Part {
  const { sight, modelIds, isEveryModel } = selection
  const inModels = isEveryModel ? [] : [isId(context.dialect, `${entry}.model_id`, modelIds)]
  const branches = sight.scopes.map((rule) =>
    asBranch(entrySource(inModels, rule, entry, null, context)),
  )
  return part(selection, effectiveOrder(selection), branches)
}

function creationBranches(selection: Selection, context: ReadContext): Branch[] {
  const { sight, modelIds, spaceIds, isEveryModel } = selection
  if (!isEveryModel && !isTooWide(selection, modelIds.length)) {
    return perModel(selection, 'entries_of_model', context).map(asBranch)
  }
  if (isEveryModel && spaceIds && !isTooWide(selection, spaceIds.length)) {
    return perSpace(selection, spaceIds, context).map(asBranch)
  }
  const inModels = isEveryModel ? [] : [isId(context.dialect, `${entry}.model_id`, modelIds)]
  return sight.scopes.map((rule) =>
    asBranch(entrySource(inModels, rule, entry, 'entries_newest', context)),
  )
}

function perSpace(
  { sight }: Selection,
  spaceIds: readonly number[],
  context: ReadContext,
): Source[] {
  return sight.scopes.flatMap((rule) =>
    spaceIds.map((id) => {
      const inSpace = sql`${raw(entry)}.space_id = ${id}`
      return entrySource([inSpace], rule, entry, 'entries_of_space', context)
    }),
  )
}

function asBranch(source: Source): Branch {
  return { source }
}

function perModel({ sight, modelIds }: Selection, index: string, context: ReadContext): Source[] {
  return sight.scopes.flatMap((rule) =>
    modelIds.map((id) =>
      entrySource([sql`${raw(entry)}.model_id = ${id}`], rule, entry, index, context),
    ),
  )
}

function idBranches(selection: Selection, context: ReadContext): Branch[] {
  const { sight, modelIds, isEveryModel } = selection
  const inModels = isEveryModel ? [] : [isId(context.dialect, `${entry}.model_id`, modelIds)]
  return sight.scopes.flatMap((rule) =>
    isEveryModel || isTooWide(selection, modelIds.length)
      ? [asBranch(entrySource(inModels, rule, entry, null, context))]
      : modelIds.map((id) => asBranch(itemSource(id, rule, context))),
  )
}

/** Items of one model by id: only the table of items has that order. */
function itemSource(modelId: number, rule: ScopeRule, { dialect }: ReadContext): Source {
  const { thenJoin, indexedBy } = dialect.reading
  return {
    from: sql`(select id as item_id, created_at from items${indexedBy('items_by_model')}
        where model_id = ${modelId}) i
      ${thenJoin} entries ${raw(entry)} on ${raw(entry)}.scope = ${rule.scope}
        and ${raw(entry)}.item_id = i.item_id`,
    where: [inRule(entry, rule)],
    leader: 'i',
    isByCreation: false,
  }
}

function fieldParts(
  selection: Selection,
  order: readonly OrderKey[],
  targets: readonly FieldTarget[],
  context: ReadContext,
): Part[] | undefined {
  const { sight, modelIds } = selection
  const mine = targets.filter((target) => target.modelIds.some((id) => modelIds.includes(id)))
  if (isTooWide(selection, mine.length)) return undefined
  const isDescending = order[0]?.isDescending ?? false
  const { absorbed, conditions } = absorb(selection.conditions, mine)
  const branches = sight.scopes.flatMap((rule) =>
    mine.map((target) => ({
      source: orderedKeys(target, absorbed, selection, rule, context),
      first: raw(`k.key || k.rest`),
      orderBy: [raw('k.key'), raw('k.rest')].map((column) => term(column, isDescending, null)),
    })),
  )
  const keyed: Part = { branches, order, conditions }
  // What tests the field itself is never passed by items without it.
  if (absorbed.length > 0) return [keyed]
  return withEmpty(selection, order, keyed, { kind: 'empty', targets }, context)
}

type KeysCondition = Extract<Condition, { kind: 'keys' }>

/** Takes out the conditions on the very fields that are walked along. */
function absorb(
  conditions: readonly Condition[],
  targets: readonly FieldTarget[],
): { absorbed: KeysCondition[]; conditions: Condition[] } {
  const absorbed = conditions.filter((condition): condition is KeysCondition =>
    isOn(condition, targets),
  )
  return { absorbed, conditions: conditions.filter((condition) => !isOn(condition, targets)) }
}

/** Whether a condition is decided by the keys that a walk along these fields reads anyway. */
export function isOn(condition: Condition, targets: readonly FieldTarget[]): boolean {
  if (condition.kind !== 'keys') return false
  const fieldIds = new Set(targets.map(({ fieldId }) => fieldId))
  return (
    condition.targets.length === targets.length &&
    condition.targets.every(({ fieldId }) => fieldIds.has(fieldId))
  )
}

function orderedKeys(
  target: FieldTarget,
  absorbed: readonly KeysCondition[],
  selection: Selection,
  rule: ScopeRule,
  context: ReadContext,
): Source {
  const { dialect } = context
  const tests = absorbed.flatMap(({ targets }) =>
    targets.filter(({ fieldId }) => fieldId === target.fieldId).map(({ test }) => test),
  )
  const modelIds = target.modelIds.filter((id) => selection.modelIds.includes(id))
  const where = [
    sql`k.scope = ${rule.scope} and k.field_id = ${target.fieldId}`,
    ...tests.map((test) => keyCondition(test, 'k', context)),
    inRule(entry, rule),
    ...(target.isShared ? [isId(dialect, `${entry}.model_id`, modelIds)] : []),
  ]
  return {
    from: sql`index_keys k ${dialect.reading.thenJoin} entries ${raw(entry)}
      on ${raw(entry)}.scope = k.scope and ${raw(entry)}.item_id = k.item_id`,
    where,
    leader: 'k',
    isByCreation: false,
  }
}
