/**
 * The read API as plainly as it can be said: everything in memory, every item looked at, nothing
 * shared with the code that it checks but the definitions. Tests compare the two.
 */
import type { Language } from '@octavo/schema/definitions.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Item, ItemLanguage } from '../store/records.ts'
import { BadRequest, checkFilters, matches, orderOf, type Asked } from './read-model-list.ts'
import { shown, type Showing } from './read-model-show.ts'
import type { Eyes, ModelKey, ModelWorld, Params, Seen } from './read-model-types.ts'
import { translated } from './read-model-values.ts'

export type { ModelKey, ModelWorld, Params } from './read-model-types.ts'

export interface ListAnswer {
  total: number
  offset: number
  limit: number
  data: unknown[]
}

export type Expected<Answer> = Answer | 'bad request' | 'forbidden' | 'not found'

export function modelList(world: ModelWorld, key: ModelKey, params: Params): Expected<ListAnswer> {
  return answering(() => {
    const { eyes, asked, showing } = read(world, key, params)
    const found = listed(eyes, asked)
    const limit = Number(asked.scalars.get('limit') ?? 100)
    const offset = Number(asked.scalars.get('offset') ?? 0)
    const data = found.slice(offset, offset + limit).map((seen) => shown(seen, eyes, showing))
    return { total: found.length, offset, limit, data }
  })
}

export function modelItem(
  world: ModelWorld,
  key: ModelKey,
  id: number,
  params: Params,
): Expected<object> {
  return answering(() => {
    const { eyes, asked, showing } = read(world, key, params)
    const seen = eyes.byId.get(id)
    if (!seen) return 'not found'
    const include = (asked.scalars.get('include') ?? '').split(',')
    const extras: [string, unknown][] = []
    const compare = orderOf(asked, eyes)
    const others = listed(eyes, asked).filter(({ item }) => item.id !== id)
    const sides: [string, Seen | undefined][] = [
      ['_prev', others.filter((other) => compare(other, seen) < 0).at(-1)],
      ['_next', others.find((other) => compare(other, seen) > 0)],
    ]
    for (const [name, neighbour] of sides) {
      const select = showing.select?.filter(([first]) => first === name).map(([, ...rest]) => rest)
      if (!include.includes(name) || select?.length === 0) continue
      const whole = !select || select.some((path) => path.length === 0)
      const like = whole ? { ...showing, select: null } : { ...showing, select: select ?? null }
      extras.push([name, neighbour ? shown(neighbour, eyes, like) : null])
    }
    const wantsLanguages =
      !showing.select || showing.select.some((path) => path.join('.') === '_langs')
    if (include.includes('_langs') && wantsLanguages) {
      extras.push(['_langs', { current: seen.language.key, available: seen.languages }])
    }
    return { ...shown(seen, eyes, showing), ...Object.fromEntries(extras) }
  })
}

function answering<Answer>(work: () => Expected<Answer>): Expected<Answer> {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadRequest) return error.isForbidden ? 'forbidden' : 'bad request'
    throw error
  }
}

function listed(eyes: Eyes, asked: Asked): Seen[] {
  const found = [...eyes.byId.values()].filter((seen) => matches(seen, asked, eyes))
  return found.toSorted(orderOf(asked, eyes))
}

function read(
  world: ModelWorld,
  key: ModelKey,
  params: Params,
): { eyes: Eyes; asked: Asked; showing: Showing } {
  const { schema } = world
  const scalars = new Map(params.filter(([name]) => !name.includes('[') && name !== 'contains'))
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
  const eyes = eyesOf(world, key, language, scalars.get('lang_fallback') === 'true')
  const asked: Asked = {
    scalars,
    models: inQuestion.length > 0 ? inQuestion : schema.root.models,
    spaces,
    filters: params.filter(([name]) => name.includes('[') && !name.endsWith('[format]')),
    contains: params.filter(([name]) => name === 'contains').map(([, value]) => value),
  }
  const showing: Showing = {
    depth: Number(scalars.get('depth') ?? 1),
    select:
      scalars
        .get('select')
        ?.split(',')
        .map((path) => path.split('.')) ?? null,
    formats: new Map(
      params
        .filter(([name]) => name.endsWith('[format]'))
        .map(([name, value]) => [name.slice(0, -8), value]),
    ),
  }
  orderOf(asked, eyes)
  checkFilters(asked, eyes)
  return { eyes, asked, showing }
}

function refuse(): never {
  throw new BadRequest()
}

function eyesOf(world: ModelWorld, key: ModelKey, language: Language, hasFallback: boolean): Eyes {
  const byId = new Map<number, Seen>()
  for (const item of world.items) {
    if (key.spaceIds && !key.spaceIds.includes(item.spaceId)) continue
    const main = world.schema.mainLanguage
    const seen =
      seenIn(world, item, language, key.reads) ??
      (hasFallback ? seenIn(world, item, main, key.reads) : undefined)
    if (seen) byId.set(item.id, seen)
  }
  return { world, language, byId }
}

function dataIn(state: ItemLanguage | undefined, view: View) {
  return view === 'draft' ? (state?.draft ?? state?.published) : state?.published
}

function seenIn(
  { schema }: ModelWorld,
  item: Item,
  language: Language,
  view: View,
): Seen | undefined {
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
