/** Generates worlds to read from: three languages, two spaces, all stages, archived and trashed items. */
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import type { StoredValues } from '../fields/field-type.ts'
import type { Item, ItemLanguage, MediaRecord, StageData } from '../store/records.ts'
import { rootDefinitionArbitrary } from './definition-arbitraries.ts'
import { storedValuesArbitrary, type World } from './field-arbitraries.ts'
import { denseRoot, denseValues } from './read-dense.ts'
import type { ModelWorld } from './read-model.ts'
import { sampleMedia } from './sample-media.ts'

const languages = [
  { id: 11, key: 'en', bit: 0 },
  { id: 12, key: 'ja', bit: 1 },
  { id: 13, key: 'zh-CN', bit: 2 },
]
const spaces = [
  { id: 21, luid: '_parent', name: 'Parent' },
  { id: 22, luid: 'tokyo', name: 'Tokyo' },
]
const firstItemId = 1000
/** The id of a missing item that others refer to. */
const goneId = 9999

/** Texts that differ only beyond the length of an index key, and texts that match only after folding. */
const oddTexts = [
  `${'a'.repeat(199)}x`,
  'a'.repeat(200),
  `${'a'.repeat(200)}x`,
  `${'a'.repeat(200)}y`,
  `${'😀'.repeat(200)}z`,
  '😀'.repeat(201),
  '50%_off',
  "it's",
  'ﾊﾝｶｸ ハンカク',
  'e\u0301te\u0301 été',
  '\u{10ffff}\uffff',
  'sea, hills',
]

/** Generates the values of an item from the fields of its model. */
type ValuesOf = (fields: readonly Field[]) => fc.Arbitrary<StoredValues>

/** With any schema, or with the dense one, in which most requests find something. */
export const readWorldArbitrary: fc.Arbitrary<ModelWorld> = fc
  .tuple(
    fc.oneof(
      { weight: 1, arbitrary: rootDefinitionArbitrary },
      { weight: 2, arbitrary: fc.constant(denseRoot) },
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    fc.integer({ min: 15, max: 40 }),
  )
  .chain(([root, hasSubSpaces, count]) => {
    const definition: RootDefinition = {
      ...root,
      languages,
      spaces: hasSubSpaces ? spaces : spaces.slice(0, 1),
      models: root.models.map((model) => ({ ...model, fields: model.fields.map(withoutUnique) })),
    }
    const schema = indexSchema(definition)
    const modelIds = fc.array(fc.constantFrom(...definition.models.map(({ id }) => id)), {
      minLength: count,
      maxLength: count,
    })
    return modelIds.chain((ids) => worldOf(schema, ids, root === denseRoot))
  })

function worldOf(
  schema: Schema,
  modelIds: readonly number[],
  isDense: boolean,
): fc.Arbitrary<ModelWorld> {
  const contents = modelIds.map((modelId, index) => ({ id: firstItemId + index, modelId }))
  const gone = schema.root.models.map(({ id }) => ({ id: goneId, modelId: id }))
  const world: World = { schema, contents: [...contents, ...gone], media: [501, 502, 503, 504] }
  const pools = {
    texts: [...oddTexts, 'sea', 'sea', 'Sea'],
    contents: [...contents.slice(0, 8).map(({ id }) => id), goneId],
    media: world.media,
  }
  const valuesOf: ValuesOf = (fields) =>
    isDense ? denseValues(fields, pools) : valuesArbitrary(fields, world)
  return fc
    .tuple(...contents.map(({ id, modelId }) => itemWith(id, modelId, schema, valuesOf)))
    .map((items) => ({ schema, items, media: mediaOf(schema), assetsUrl: 'https://assets.test' }))
}

/** Generated values repeat, so fields must not be unique. */
function withoutUnique(field: Field): Field {
  return 'unique' in field ? { ...field, unique: false } : field
}

const halfDay = 12 * 60 * 60 * 1000
const someTime = fc
  .integer({ min: 0, max: 8 })
  .map((times) => Date.UTC(2025, 5, 23) + times * halfDay)

/** An item with any stages, languages and values. */
export function itemArbitrary(id: number, modelId: number, world: World): fc.Arbitrary<Item> {
  return itemWith(id, modelId, world.schema, (fields) => valuesArbitrary(fields, world))
}

function itemWith(
  id: number,
  modelId: number,
  schema: Schema,
  valuesOf: ValuesOf,
): fc.Arbitrary<Item> {
  const fields = schema.modelById.get(modelId)?.fields ?? []
  const slugs = fields.filter(({ type }) => type === 'slug')
  /** Slugs are always unique, so each item has its own. */
  const withOwnSlugs = (values: StoredValues): StoredValues => {
    const own = slugs.flatMap(({ id: fieldId }) => {
      const slug = values[fieldId]
      return typeof slug === 'string' ? [[fieldId, `${slug}-${id}`] as const] : []
    })
    return { ...values, ...Object.fromEntries(own) }
  }
  const state = languageArbitrary(valuesOf(fields).map(withOwnSlugs))
  return fc
    .record({
      spaceId: fc.constantFrom(...schema.root.spaces.map((space) => space.id)),
      createdAt: someTime,
      end: fc.oneof(
        { weight: 8, arbitrary: fc.constant('') },
        fc.constantFrom('archived', 'deleted'),
      ),
      main: fc.option(state, { freq: 8 }),
      second: fc.option(state, { freq: 3 }),
      third: fc.option(state, { freq: 2 }),
    })
    .map(({ spaceId, createdAt, end, main, second, third }) => ({
      id,
      rootId: schema.root.id,
      spaceId,
      modelId,
      createdAt,
      archivedAt: end === 'archived' ? createdAt : null,
      deletedAt: end === 'deleted' ? createdAt : null,
      languages: languageStates(schema, fields, [main, second, third]),
    }))
}

function languageStates(
  schema: Schema,
  fields: readonly Field[],
  states: readonly (ItemLanguage | null)[],
): Map<number, ItemLanguage> {
  const found = new Map<number, ItemLanguage>()
  states.forEach((state, index) => {
    const language = schema.root.languages[index]
    if (!state || !language) return
    found.set(language.id, index === 0 ? state : withoutFixed(state, fields, schema))
  })
  return found
}

/** Sub-languages do not store values that all languages share. */
function withoutFixed(state: ItemLanguage, fields: readonly Field[], schema: Schema): ItemLanguage {
  const strip = (data: StageData | null): StageData | null =>
    data && { ...data, values: translatable(data.values, fields, schema) }
  return { ...state, draft: strip(state.draft), published: strip(state.published) }
}

function translatable(
  values: StoredValues,
  fields: readonly Field[],
  schema: Schema,
): StoredValues {
  const kept: StoredValues = {}
  for (const field of fields) {
    const value = values[field.id]
    if (!field.translatable || value === undefined) continue
    if (field.type !== 'fieldset') {
      kept[field.id] = value
      continue
    }
    const inner = schema.fieldSetById.get(field.fieldSet)?.fields ?? []
    const left = translatable(value as StoredValues, inner, schema)
    if (Object.keys(left).length > 0) kept[field.id] = left
  }
  return kept
}

function languageArbitrary(values: fc.Arbitrary<StoredValues>): fc.Arbitrary<ItemLanguage> {
  const stage = fc.record({ values, updatedAt: someTime })
  return fc
    .record({
      stages: fc.constantFrom('draft', 'published', 'published', 'both', 'none'),
      draft: stage,
      published: stage,
      times: fc.tuple(someTime, someTime),
      wasPublished: fc.boolean(),
    })
    .map(({ stages, draft, published, times, wasPublished }) => {
      const isPublished = stages === 'published' || stages === 'both'
      const [first, last] = [Math.min(...times), Math.max(...times)]
      return {
        draft: stages === 'draft' || stages === 'both' ? draft : null,
        published: isPublished ? published : null,
        publishedAt: isPublished || wasPublished ? first : null,
        lastPublishedAt: isPublished || wasPublished ? last : null,
      }
    })
}

/** Some texts of top-level fields are from `oddTexts`. */
function valuesArbitrary(fields: readonly Field[], world: World): fc.Arbitrary<StoredValues> {
  const texts = fields.filter(({ type }) => type === 'text' || type === 'multiline')
  const odd = fc.tuple(...texts.map(() => fc.option(fc.constantFrom(...oddTexts), { freq: 2 })))
  return fc.tuple(storedValuesArbitrary(fields, world), odd).map(([values, replaced]) => {
    const mixed = { ...values }
    texts.forEach(({ id }, index) => {
      const text = replaced[index]
      if (text) mixed[id] = text
    })
    return mixed
  })
}

function mediaOf(schema: Schema): MediaRecord[] {
  const [space] = schema.root.spaces.slice(-1)
  const media = (id: number, given: Partial<MediaRecord>): MediaRecord =>
    sampleMedia({
      id,
      rootId: schema.root.id,
      spaceId: space?.id ?? 0,
      filename: 'a picture?.png',
      ...given,
    })
  return [
    media(501, {
      alts: new Map([
        [11, 'main alt'],
        [12, '代替'],
      ]),
      focus: { x: 0.25, y: 1 },
    }),
    media(502, { archivedAt: 1 }),
    media(503, { deletedAt: 1 }),
    media(504, {
      filename: '写真.png',
      type: 'application/pdf',
      width: null,
      height: null,
      alts: new Map([[13, 'only here "quoted"']]),
    }),
  ]
}
