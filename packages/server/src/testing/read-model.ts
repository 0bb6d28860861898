/**
 * A reference model of the read API, as simple as possible: it is in memory, checks every item, and shares
 * only the definitions with the code under test. Tests compare the two.
 */
import type { Language } from '@octavo/schema/definitions.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Item, ItemLanguage } from '../store/records.ts'
import { BadRequest, checkFilters, matches, orderOf, type ListRequest } from './read-model-list.ts'
import { facetsOf } from './read-model-facets.ts'
import { shown, type Showing } from './read-model-show.ts'
import { checkWhere, whereMatches, type WhereJson } from './read-model-where.ts'
import type { ReadScope, ModelKey, ModelWorld, Params, VisibleItem } from './read-model-types.ts'
import { translated } from './read-model-values.ts'

export type { ModelKey, ModelWorld, Params } from './read-model-types.ts'

export interface ListResponse {
  total?: number
  offset: number
  limit: number
  facets?: object
  data: unknown[]
}

export type Expected<Result> = Result | 'bad request' | 'forbidden' | 'not found'

export function modelList(
  world: ModelWorld,
  key: ModelKey,
  params: Params,
): Expected<ListResponse> {
  return withErrors(() => {
    const { scope, request, showing } = read(world, key, params)
    const found = listed(scope, request)
    const limit = Number(request.scalars.get('limit') ?? 100)
    const offset = Number(request.scalars.get('offset') ?? 0)
    const data = found
      .slice(offset, offset + limit)
      .map((visible) => shown(visible, scope, showing))
    const total = request.scalars.get('total') === 'false' ? {} : { total: found.length }
    return { ...total, offset, limit, ...facetsOf(found, request, scope), data }
  })
}

export function modelItem(
  world: ModelWorld,
  key: ModelKey,
  id: number,
  params: Params,
): Expected<object> {
  return withErrors(() => {
    const { scope, request, showing } = read(world, key, params)
    const visible = scope.byId.get(id)
    if (!visible) return 'not found'
    const include = (request.scalars.get('include') ?? '').split(',')
    const extras: [string, unknown][] = []
    const compare = orderOf(request, scope)
    const others = listed(scope, request).filter(({ item }) => item.id !== id)
    const sides: [string, VisibleItem | undefined][] = [
      ['_prev', others.filter((other) => compare(other, visible) < 0).at(-1)],
      ['_next', others.find((other) => compare(other, visible) > 0)],
    ]
    for (const [name, neighbour] of sides) {
      const select = showing.select?.filter(([first]) => first === name).map(([, ...rest]) => rest)
      if (!include.includes(name) || select?.length === 0) continue
      const whole = !select || select.some((path) => path.length === 0)
      const like = whole ? { ...showing, select: null } : { ...showing, select: select ?? null }
      extras.push([name, neighbour ? shown(neighbour, scope, like) : null])
    }
    const wantsLanguages =
      !showing.select || showing.select.some((path) => path.join('.') === '_langs')
    if (include.includes('_langs') && wantsLanguages) {
      extras.push(['_langs', { current: visible.language.key, available: visible.languages }])
    }
    return { ...shown(visible, scope, showing), ...Object.fromEntries(extras) }
  })
}

function withErrors<Result>(work: () => Expected<Result>): Expected<Result> {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadRequest) return error.isForbidden ? 'forbidden' : 'bad request'
    throw error
  }
}

function listed(scope: ReadScope, request: ListRequest): VisibleItem[] {
  const where = JSON.parse(request.scalars.get('where') ?? '{}') as WhereJson
  const found = [...scope.byId.values()].filter(
    (visible) => matches(visible, request, scope) && whereMatches(where, visible, scope),
  )
  return found.toSorted(orderOf(request, scope))
}

function read(
  world: ModelWorld,
  key: ModelKey,
  params: Params,
): { scope: ReadScope; request: ListRequest; showing: Showing } {
  const { schema } = world
  const scalars = new Map<string, string>()
  for (const [name, value] of params) {
    if (name.includes('[') || name === 'contains') continue
    const before = scalars.get(name)
    scalars.set(name, before === undefined ? value : `${before},${value}`)
  }
  const spaces = (scalars.get('space') ?? '').split(',').filter((luid) => luid !== '')
  for (const luid of spaces) {
    const id = schema.spaceByLuid.get(luid)?.id
    if (key.spaceIds && !key.spaceIds.includes(id ?? -1)) throw new BadRequest(true)
    if (id === undefined) throw new BadRequest()
  }
  const language = schema.languageByKey.get(scalars.get('lang') ?? schema.mainLanguage.key)
  if (!language) throw new BadRequest()
  const models = (scalars.get('model') ?? '').split(',').filter((luid) => luid !== '')
  const inQuestion = models.map((luid) => schema.modelByLuid.get(luid) ?? refuse())
  const scope = {
    ...scopeOf(world, key, language, scalars.get('lang_fallback') === 'true'),
    hasMediaDetails: scalars.get('media') === 'details',
  }
  const request: ListRequest = {
    scalars,
    models: inQuestion.length > 0 ? inQuestion : schema.root.models,
    spaces,
    filters: params.filter(([name]) => name.includes('[') && !name.endsWith('[format]')),
    contains: params.filter(([name]) => name === 'contains').map(([, value]) => value),
  }
  const formats = new Map(
    params
      .filter(([name]) => name.endsWith('[format]'))
      .map(([name, value]) => [name.slice(0, -8), value]),
  )
  const showing: Showing = {
    depth: Number(scalars.get('depth') ?? 1),
    select:
      scalars
        .get('select')
        ?.split(',')
        .map((path) => path.split('.')) ?? null,
    formats,
    general: new Map([...formats].filter(([path]) => !path.includes('.'))),
  }
  orderOf(request, scope)
  checkFilters(request, scope)
  const where = scalars.get('where') ?? '{}'
  if (where.length > 4096) throw new BadRequest()
  const place = { models: request.models, hops: 0, isEntry: false }
  checkWhere(JSON.parse(where) as WhereJson, place, scope)
  return { scope, request, showing }
}

function refuse(): never {
  throw new BadRequest()
}

function scopeOf(
  world: ModelWorld,
  key: ModelKey,
  language: Language,
  hasFallback: boolean,
): ReadScope {
  const byId = new Map<number, VisibleItem>()
  for (const item of world.items) {
    if (key.spaceIds && !key.spaceIds.includes(item.spaceId)) continue
    const main = world.schema.mainLanguage
    const visible =
      visibleIn(world, item, language, key.reads) ??
      (hasFallback ? visibleIn(world, item, main, key.reads) : undefined)
    if (visible) byId.set(item.id, visible)
  }
  return { world, language, hasMediaDetails: false, byId }
}

function dataIn(state: ItemLanguage | undefined, view: View) {
  return view === 'draft' ? (state?.draft ?? state?.published) : state?.published
}

function visibleIn(
  { schema }: ModelWorld,
  item: Item,
  language: Language,
  view: View,
): VisibleItem | undefined {
  const state = item.languages.get(language.id)
  const data = dataIn(state, view)
  const model = schema.modelById.get(item.modelId)
  if (!state || !data || !model || item.archivedAt !== null || item.deletedAt !== null)
    return undefined
  const main = dataIn(item.languages.get(schema.mainLanguage.id), view)?.values ?? {}
  const isMain = language.id === schema.mainLanguage.id
  const draftStatus = state.published ? 'published_draft' : 'draft'
  const hasDraft = view === 'draft' && state.draft !== null
  return {
    item,
    model,
    language,
    state,
    values: isMain ? data.values : translated(data.values, main, model.fields, schema),
    updatedAt: data.updatedAt,
    status: hasDraft ? draftStatus : 'published',
    space: schema.spaceById.get(item.spaceId)?.luid ?? '',
    languages: schema.root.languages
      .filter(({ id }) => dataIn(item.languages.get(id), view))
      .map((one) => one.key),
  }
}
