/** Parses read requests: resolves all names against the schema and collects all problems. */
import type { Language, Model } from '@octavo/schema/definitions.ts'
import { maxProblems, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { View } from '@octavo/schema/field-types.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { firstOperators, type Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { listed } from './allowed.ts'
import { cursorOrder, listNameOf, maxCursorKeys, readCursor } from './cursor.ts'
import { detailOf, ignoredNames } from './ignored.ts'
import { sortParameters, splitList, type Parameters, type RawQuery } from './parameters.ts'
import { parseFacets } from './parse-facets.ts'
import { parseFilters } from './parse-filters.ts'
import { parseOrder } from './parse-order.ts'
import { parseFormats, parseInteger, parseSelect } from './parse-shape.ts'
import {
  inclusions,
  type Condition,
  type CursorQuery,
  type Inclusion,
  type ItemQuery,
  type ListQuery,
  type OrderKey,
  type ScopeRule,
  type Selection,
  type Shape,
  type ShownPreview,
} from './tree.ts'
import { viewOf } from './view.ts'

export interface ReadRequest {
  readonly key: {
    readonly reads: View
    /** Null for all spaces. */
    readonly spaceIds: readonly number[] | null
  }
  readonly schema: Schema
  readonly query: RawQuery
  /** Planned changes to show, which `release` and `at` select. */
  readonly preview?: ShownPreview
}

export interface Parsed<Query> {
  readonly query: Query
  /** Names without effect. */
  readonly ignored: readonly Problem[]
  /** The message about them in the response. */
  readonly detail: string | undefined
  /** Whether a filter reads keys that items of an older version lack until they are updated. */
  readonly needsAllKeys?: boolean | undefined
}

export function parseListQuery(request: ReadRequest): Parsed<ListQuery> {
  const { selection, shape, values, ...parsed } = parse(request, 'list')
  const { limit, offset, cursor, facets, total } = values
  const sorted = cursor ? { ...selection, order: cursorOrder(selection.order) } : selection
  const counted = facets && {
    ...facets,
    dependsOn: [...new Set([...selection.dependsOn, ...facets.dependsOn])],
  }
  const paging = { limit, offset, cursor, hasTotal: total }
  const hasTags = values.cache_tags
  const query = { selection: sorted, shape, ...paging, facets: counted, hasTags }
  return { query, ...parsed }
}

export function parseItemQuery(request: ReadRequest): Parsed<ItemQuery> {
  const { selection, shape, values, ...parsed } = parse(request, 'item')
  const { include, cache_tags: hasTags } = values
  return { query: { selection, shape, include, hasTags }, ...parsed }
}

interface ParsedParts extends Omit<Parsed<never>, 'query'> {
  selection: Selection
  shape: Shape
  values: Values
}

function parse(request: ReadRequest, requested: 'list' | 'item'): ParsedParts {
  const parameters = sortParameters(request.query)
  const { problems } = parameters
  const reached = new Set<number>()
  const values = parseValues(request, parameters, requested, reached)
  const shape: Shape = {
    depth: values.depth,
    view: viewOf(values.select, parseFormats(parameters.formats, problems)),
    languageId: values.lang.id,
    hasMediaDetails: values.media,
  }
  const { model: models, select, order, strict } = values
  const { schema } = request
  const names = { models, schema, requested, select, order: order.ignored }
  const ignored = ignoredNames(parameters, names)
  if (strict) problems.push(...ignored)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const selection = selectionOf(request, values, [...reached])
  const needsAllKeys = readsNewKeys(parameters)
  return { selection, shape, values, ignored, detail: detailOf(ignored), needsAllKeys }
}

function readsNewKeys({ scalars, filters }: Parameters): boolean {
  const first: readonly Operator[] = firstOperators
  return scalars.has('where') || filters.some(({ operator }) => !first.includes(operator))
}

type Values = ReturnType<typeof parseValues>

/** The value of each parameter. Problems are collected in this order. `contains` includes the filters and
 * `where`. */
function parseValues(
  { key, schema }: ReadRequest,
  parameters: Parameters,
  requested: 'list' | 'item',
  reached: Set<number>,
) {
  const { scalars, problems } = parameters
  const include = requested === 'item' ? parseInclude(parameters) : noInclude(parameters)
  const integer = (
    name: 'limit' | 'offset' | 'depth',
    min: number,
    max: number,
    fallback: number,
  ) => parseInteger(name, scalars.get(name), { min, max, fallback }, problems)
  const limit = requested === 'list' ? integer('limit', 1, 100, 100) : 1
  const offset = requested === 'list' ? integer('offset', 0, Number.MAX_SAFE_INTEGER, 0) : 0
  const total = requested === 'list' && parseBoolean('total', scalars.get('total'), true, problems)
  const space = parseSpaces(scalars.get('space'), key, schema, problems)
  const lang = parseLanguage(scalars.get('lang'), schema, problems)
  const isFallback = parseBoolean('lang_fallback', scalars.get('lang_fallback'), false, problems)
  const model = parseModels(scalars.get('model'), schema, problems)
  const context = { schema, reached }
  const contains = parseFilters(parameters, model, context)
  // A single item has a position in the order of a list even if its model is not listed.
  const placed = requested === 'item' ? schema.root.models : model
  const order = parseOrder(scalars.get('order'), { candidates: model, placed }, context, problems)
  const cursor = requested === 'list' ? parseCursor(parameters, shownOrder(order.order, key)) : null
  const facets =
    requested === 'list' ? parseFacets(scalars.get('facets'), model, schema, problems) : null
  const depth = integer('depth', 0, 3, 1)
  const select = parseSelect(scalars.get('select'), problems)
  const strict = parseBoolean('strict', scalars.get('strict'), false, problems)
  const hasTags = parseBoolean('cache_tags', scalars.get('cache_tags'), false, problems)
  const media = parseMedia(parameters)
  return {
    limit,
    offset,
    cursor,
    facets,
    total,
    include,
    model,
    select,
    depth,
    order,
    lang,
    lang_fallback: isFallback,
    space,
    contains,
    where: contains,
    strict,
    cache_tags: hasTags,
    media,
    // The request has a preview for these.
    release: scalars.get('release'),
    at: scalars.get('at'),
  } satisfies Record<QueryParameter, unknown>
}

function selectionOf(request: ReadRequest, values: Values, reaches: number[]): Selection {
  const { key, schema } = request
  const { model, contains, order, lang, lang_fallback: isFallback, space } = values
  const requestedIds = model.map(({ id }) => id)
  const modelIds = narrowed(requestedIds, contains, 'model')
  return {
    visibility: { scopes: scopeRules(request, lang, isFallback), spaceIds: key.spaceIds },
    modelIds,
    isEveryModel: modelIds.length === schema.root.models.length,
    spaceIds: narrowedSpaces(space, contains, schema),
    conditions: contains.flatMap((condition) => kept(condition, key.reads)),
    areEmptyFirst: false,
    schemaVersion: schema.root.version,
    order: shownOrder(order.order, key),
    isTieDescending: order.isTieDescending,
    reaches,
    dependsOn: [...new Set([...requestedIds, ...reaches])],
  }
}

/** For a published key, all items have the same status. */
function shownOrder(order: readonly OrderKey[], key: ReadRequest['key']): OrderKey[] {
  return order.filter(({ by }) => by.kind !== 'status' || key.reads === 'draft')
}

function parseCursor(parameters: Parameters, order: readonly OrderKey[]): CursorQuery | null {
  const { scalars, problems } = parameters
  const text = scalars.get('cursor')
  if (text === undefined) return null
  if (scalars.has('offset')) problems.push(problemAt('cursor', say('cursorWithOffset')))
  if (cursorOrder(order).length > maxCursorKeys) {
    problems.push(problemAt('order', say('cursorOrder', { max: maxCursorKeys })))
    return null
  }
  const cursor = readCursor(text, listNameOf(parameters), order)
  if (!('message' in cursor)) return cursor
  problems.push(problemAt('cursor', cursor))
  return null
}

function parseInclude({ scalars, problems }: Parameters): ReadonlySet<Inclusion> {
  const include = new Set<Inclusion>()
  for (const name of splitList(scalars.get('include') ?? '').map((part) => part.trim())) {
    const known = inclusions.find((candidate) => candidate === name)
    if (known) include.add(known)
    else problems.push(problemAt('include', say('notOf', { names: inclusions.join(', ') })))
  }
  return include
}

/** Whether media values have details. */
function parseMedia({ scalars, problems }: Parameters): boolean {
  const value = scalars.get('media')
  if (value === undefined || value === 'details') return value !== undefined
  problems.push(problemAt('media', say('notOf', { names: 'details' })))
  return false
}

function noInclude({ scalars, problems }: Parameters): ReadonlySet<Inclusion> {
  if (scalars.has('include')) problems.push(problemAt('include', say('onlyForOneItem')))
  return new Set()
}

export function parseLanguage(
  value: string | undefined,
  schema: Schema,
  problems: Problem[],
): Language {
  if (value === undefined) return schema.mainLanguage
  const language = schema.languageByKey.get(value)
  if (!language) {
    const names = listed(schema.root.languages.map(({ key }) => key))
    problems.push(problemAt('lang', say('unknownLanguage', { names })))
  }
  return language ?? schema.mainLanguage
}

export function parseBoolean(
  name: QueryParameter,
  value: string | undefined,
  byDefault: boolean,
  problems: Problem[],
): boolean {
  if (value === undefined) return byDefault
  if (value !== 'true' && value !== 'false') problems.push(problemAt(name, say('notBoolean')))
  return value === 'true'
}

function scopeRules(
  { key, schema, preview }: ReadRequest,
  language: Language,
  hasFallback: boolean,
): ScopeRule[] {
  const shown = preview ? { preview } : {}
  const own: ScopeRule = { scope: scopeOf(language.id, key.reads), lacking: null, ...shown }
  if (!hasFallback || language.id === schema.mainLanguage.id) return [own]
  const main = scopeOf(schema.mainLanguage.id, key.reads)
  return [own, { scope: main, lacking: 2 ** language.bit, ...shown }]
}

export function parseModels(
  value: string | undefined,
  schema: Schema,
  problems: Problem[],
): Model[] {
  const luids = splitList(value ?? '').map((luid) => luid.trim())
  if (luids.length === 0) return schema.root.models
  const unknown = luids.filter((luid) => !schema.modelByLuid.has(luid))
  for (const luid of unknown.slice(0, maxProblems + 1)) {
    problems.push(problemAt('model', unknownOf('unknownModelOf', luid, schema.root.models)))
  }
  // Any model may have been meant, so only problems that all models share are reported in addition.
  if (unknown.length > 0) return schema.root.models
  return [...new Set(luids.flatMap((luid) => schema.modelByLuid.get(luid) ?? []))]
}

function unknownOf(
  code: 'unknownModelOf' | 'unknownSpaceOf',
  luid: string,
  all: readonly { readonly luid: string }[],
): CodedMessage {
  const known = all.map((one) => one.luid)
  const hint = nearestHint(luid, known)
  return say(code, { name: JSON.stringify(luid), hint, names: listed(known) })
}

/** For a restricted key, forbidden and missing spaces give the same error. */
export function parseSpaces(
  value: string | undefined,
  key: ReadRequest['key'],
  schema: Schema,
  problems: Problem[],
): readonly number[] | null {
  const luids = splitList(value ?? '').map((luid) => luid.trim())
  if (luids.length === 0) return key.spaceIds
  const ids = new Set<number>()
  let unknown = 0
  for (const luid of luids) {
    const space = schema.spaceByLuid.get(luid)
    if (key.spaceIds && (!space || !key.spaceIds.includes(space.id))) {
      throw new Refusal('forbidden', [problemAt('space', say('outsideSpaces'))])
    }
    if (space) ids.add(space.id)
    else if (unknown++ <= maxProblems)
      problems.push(problemAt('space', unknownOf('unknownSpaceOf', luid, schema.root.spaces)))
  }
  return [...ids]
}

/** The ids that remain after the conditions on the model or space of the item. */
function narrowed(
  ids: readonly number[],
  conditions: readonly Condition[],
  kind: 'model' | 'space',
): number[] {
  return conditions.reduce(
    (left, condition) =>
      condition.kind === kind ? left.filter((id) => condition.ids.includes(id)) : left,
    [...ids],
  )
}

function narrowedSpaces(
  spaceIds: readonly number[] | null,
  conditions: readonly Condition[],
  schema: Schema,
): readonly number[] | null {
  if (!conditions.some(({ kind }) => kind === 'space')) return spaceIds
  return narrowed(spaceIds ?? schema.root.spaces.map(({ id }) => id), conditions, 'space')
}

/** Drops conditions that the models, the spaces or the view already imply. */
function kept(condition: Condition, view: View): Condition[] {
  if (condition.kind === 'model' || condition.kind === 'space') return []
  if (condition.kind === 'status' && view === 'published') {
    return condition.statuses.includes('published') ? [] : [{ kind: 'never' }]
  }
  return [condition]
}
