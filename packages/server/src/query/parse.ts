/** Parses read requests: all names resolved against the schema, all problems collected. */
import type { Language, Model } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import type { KeyRecord } from '../store/records.ts'
import { sortParameters, splitList, type Parameters, type RawQuery } from './parameters.ts'
import { parseFilters } from './parse-filters.ts'
import { parseOrder } from './parse-order.ts'
import { parseFormats, parseInteger, parseSelect } from './parse-shape.ts'
import {
  inclusions,
  type Condition,
  type Inclusion,
  type ItemQuery,
  type ListQuery,
  type ScopeRule,
  type Selection,
  type Shape,
} from './tree.ts'

export interface ReadRequest {
  readonly key: Pick<KeyRecord, 'reads' | 'spaceIds'>
  readonly schema: Schema
  readonly query: RawQuery
}

export interface Parsed<Query> {
  readonly query: Query
  /** Names in `order` that nothing has. */
  readonly ignored: readonly string[]
}

export function parseListQuery(request: ReadRequest): Parsed<ListQuery> {
  const parameters = sortParameters(request.query)
  const { scalars, problems } = parameters
  if (scalars.has('include')) {
    problems.push(problemAt('include', say('onlyForOneItem')))
  }
  const limit = parseInteger(
    'limit',
    scalars.get('limit'),
    { min: 1, max: 100, fallback: 100 },
    problems,
  )
  const offset = parseInteger(
    'offset',
    scalars.get('offset'),
    { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
    problems,
  )
  const { selection, shape, ignored } = parseCommon(request, parameters, 'list')
  refuse(problems)
  return { query: { selection, shape, limit, offset }, ignored }
}

export function parseItemQuery(request: ReadRequest): Parsed<ItemQuery> {
  const parameters = sortParameters(request.query)
  const include = parseInclude(parameters)
  const { selection, shape, ignored } = parseCommon(request, parameters, 'item')
  refuse(parameters.problems)
  return { query: { selection, shape, include }, ignored }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal('badRequest', problems)
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

function parseCommon(
  { key, schema }: ReadRequest,
  parameters: Parameters,
  asked: 'list' | 'item',
): { selection: Selection; shape: Shape; ignored: string[] } {
  const { scalars, problems } = parameters
  const spaceIds = parseSpaces(scalars.get('space'), key, schema, problems)
  const language = parseLanguage(scalars.get('lang'), schema, problems)
  const hasFallback = parseFallback(scalars.get('lang_fallback'), problems)
  const models = parseModels(scalars.get('model'), schema, problems)
  const reached = new Set<number>()
  const conditions = parseFilters(parameters, models, { schema, reached })
  // One item has a place in the order of a list even where its model is not among those listed.
  const placed = asked === 'item' ? schema.root.models : models
  const { order, isTieDescending, ignored } = parseOrder(
    scalars.get('order'),
    { inQuestion: models, placed },
    schema,
    problems,
  )
  const modelIds = models.map(({ id }) => id)
  const selection: Selection = {
    sight: { scopes: scopeRules(key, schema, language, hasFallback), spaceIds: key.spaceIds },
    modelIds: narrowed(modelIds, conditions, 'model'),
    isEveryModel: false,
    spaceIds: narrowedSpaces(spaceIds, conditions, schema),
    conditions: conditions.flatMap((condition) => kept(condition, key.reads)),
    areEmptyFirst: false,
    schemaVersion: schema.root.version,
    order: order.filter(({ by }) => by.kind !== 'status' || key.reads === 'draft'),
    isTieDescending,
    reaches: [...reached],
    dependsOn: [...new Set([...modelIds, ...reached])],
  }
  const isEveryModel = selection.modelIds.length === schema.root.models.length
  const shape: Shape = {
    depth: parseInteger('depth', scalars.get('depth'), { min: 0, max: 3, fallback: 1 }, problems),
    select: parseSelect(scalars.get('select'), problems),
    formats: parseFormats(parameters.formats, problems),
    languageId: language.id,
  }
  return { selection: { ...selection, isEveryModel }, shape, ignored }
}

function parseLanguage(value: string | undefined, schema: Schema, problems: Problem[]): Language {
  if (value === undefined) return schema.mainLanguage
  const language = schema.languageByKey.get(value)
  if (!language) problems.push(problemAt('lang', say('noLanguage')))
  return language ?? schema.mainLanguage
}

function parseFallback(value: string | undefined, problems: Problem[]): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false') {
    problems.push(problemAt('lang_fallback', say('notBoolean')))
  }
  return value === 'true'
}

function scopeRules(
  key: ReadRequest['key'],
  schema: Schema,
  language: Language,
  hasFallback: boolean,
): ScopeRule[] {
  const own: ScopeRule = { scope: scopeOf(language.id, key.reads), lacking: null }
  if (!hasFallback || language.id === schema.mainLanguage.id) return [own]
  const main = scopeOf(schema.mainLanguage.id, key.reads)
  return [own, { scope: main, lacking: 2 ** language.bit }]
}

function parseModels(value: string | undefined, schema: Schema, problems: Problem[]): Model[] {
  const luids = splitList(value ?? '').map((luid) => luid.trim())
  if (luids.length === 0) return schema.root.models
  const unknown = luids.filter((luid) => !schema.modelByLuid.has(luid))
  for (const luid of unknown) {
    problems.push(problemAt('model', say('unknownModel', { name: JSON.stringify(luid) })))
  }
  // Any model may have been meant, so only what is wrong for all of them is reported beside it.
  if (unknown.length > 0) return schema.root.models
  return [...new Set(luids.flatMap((luid) => schema.modelByLuid.get(luid) ?? []))]
}

/** A restricted key learns nothing about other spaces, not even whether they exist. */
function parseSpaces(
  value: string | undefined,
  key: ReadRequest['key'],
  schema: Schema,
  problems: Problem[],
): readonly number[] | null {
  const luids = splitList(value ?? '').map((luid) => luid.trim())
  if (luids.length === 0) return key.spaceIds
  const ids = new Set<number>()
  for (const luid of luids) {
    const space = schema.spaceByLuid.get(luid)
    if (key.spaceIds && (!space || !key.spaceIds.includes(space.id))) {
      throw new Refusal('forbidden', [problemAt('space', say('outsideSpaces'))])
    }
    if (space) ids.add(space.id)
    else problems.push(problemAt('space', say('unknownSpace', { name: JSON.stringify(luid) })))
  }
  return [...ids]
}

/** Ids that the conditions on the item's own model or space leave. */
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

/** Drops what is already in the models and spaces, or decided by the view. */
function kept(condition: Condition, view: KeyRecord['reads']): Condition[] {
  if (condition.kind === 'model' || condition.kind === 'space') return []
  if (condition.kind === 'status' && view === 'published') {
    return condition.statuses.includes('published') ? [] : [{ kind: 'never' }]
  }
  return [condition]
}
