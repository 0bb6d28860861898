/** Derives the slugs of an item that is about to be saved. */
import type { Field, FieldOf, Language } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { isDerivedSlug, numberedSlug, slugOf } from '@octavo/schema/slugs.ts'
import { stages, type Claim, type Item, type Stage, type StageData } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { claimValue } from './derive.ts'

/** Whether another item has a claim, besides those that are stored. */
export type IsReserved = (claim: Claim) => boolean

/**
 * Fills in the slugs of the data that a change writes. An empty slug is derived from the source field. A
 * derived slug follows the source until the language is published for the first time; one that was set by
 * hand or published stays until another one is given.
 */
export async function withSlugs(
  tx: ReadTransaction,
  schema: Schema,
  before: Item | undefined,
  after: Item,
): Promise<Item> {
  return withSlugsFrom(tx, schema, before, after, { basis: basisText, isReserved: () => false })
}

/** The same for an item that is imported. An import uses no defaults, so that empty values stay empty. */
export async function withImportedSlugs(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
  isReserved: IsReserved,
): Promise<Item> {
  return withSlugsFrom(tx, schema, undefined, item, { basis: sourceText, isReserved })
}

interface Derivation {
  /** Returns the text that the slug is derived from. */
  basis: (schema: Schema, item: Item, place: Place) => string
  isReserved: IsReserved
}

async function withSlugsFrom(
  tx: ReadTransaction,
  schema: Schema,
  before: Item | undefined,
  after: Item,
  derivation: Derivation,
): Promise<Item> {
  let item = after
  for (const owner of slugOwners(schema, after)) {
    for (const stage of stages) {
      const place = { ...owner, stage }
      const slug = await slugAt(tx, schema, before, item, place, derivation)
      if (slug !== undefined) item = withSlug(item, place, slug)
    }
  }
  return item
}

/** Derives slugs that are empty in all stages, in the languages that have data. */
export async function withMissingSlugs(
  tx: ReadTransaction,
  schema: Schema,
  before: Item,
  isReserved: IsReserved,
): Promise<Item> {
  let item = before
  for (const { field, language } of slugOwners(schema, before)) {
    const state = item.languages.get(language.id)
    if (stages.some((stage) => textOf(state?.[stage], field.id) !== undefined)) continue
    // A draft of a published item keeps the published slug.
    const stage = state?.published ? 'published' : 'draft'
    const place = { field, language, stage } as const
    const base = slugOf(sourceText(schema, item, place))
    if (!state?.[stage] || base === '') continue
    const slug = await freeSlug(tx, base, item, place, isReserved)
    for (const one of stages) item = withSlug(item, { ...place, stage: one }, slug)
  }
  return item
}

/** A copy of another item needs slugs of its own. */
export async function withFreeSlugs(
  tx: ReadTransaction,
  schema: Schema,
  copy: Item,
): Promise<Item> {
  let item = copy
  for (const { field, language } of slugOwners(schema, copy)) {
    const place = { field, language, stage: 'draft' as const }
    const own = textOf(item.languages.get(language.id)?.draft, field.id)
    if (own === undefined) continue
    const source = basisText(schema, item, place)
    const base = isDerivedSlug(own, source) ? slugOf(source) : own
    item = withSlug(item, place, await freeSlug(tx, base, item, place, () => false))
  }
  return item
}

interface SlugOwner {
  field: FieldOf<'slug'>
  language: Language
}

interface Place extends SlugOwner {
  stage: Stage
}

/** The slug fields of an item, each in every language in which it has values. */
function slugOwners(schema: Schema, { modelId }: Item): SlugOwner[] {
  const fields: readonly Field[] = schema.modelById.get(modelId)?.fields ?? []
  return fields
    .filter((field) => field.type === 'slug')
    .flatMap((field) => {
      const languages = field.translatable ? schema.root.languages : [schema.mainLanguage]
      return languages.map((language) => ({ field, language }))
    })
}

/** The slug to store; undefined to leave it as it is. */
async function slugAt(
  tx: ReadTransaction,
  schema: Schema,
  before: Item | undefined,
  after: Item,
  place: Place,
  { basis, isReserved }: Derivation,
): Promise<string | undefined> {
  const { field, language, stage } = place
  const data = after.languages.get(language.id)?.[stage]
  const state = before?.languages.get(language.id)
  if (!data || data === state?.[stage]) return undefined
  const old = state?.draft ?? state?.published
  const [own, previous] = [textOf(data, field.id), textOf(old, field.id)]
  if (own !== undefined && own !== previous) return undefined
  const source = basis(schema, after, place)
  if (before && previous !== undefined) {
    const oldSource = basis(schema, before, place)
    const isFixed = state?.publishedAt !== null || !isDerivedSlug(previous, oldSource)
    if (isFixed || source === oldSource) return own === undefined ? previous : undefined
  }
  const base = slugOf(source)
  return base === '' ? undefined : freeSlug(tx, base, after, place, isReserved)
}

/** The text that the slug of a new item is derived from, or else the default of the field. */
function basisText(schema: Schema, item: Item, place: Place): string {
  const source = sourceText(schema, item, place)
  return slugOf(source) === '' ? (place.field.default ?? '') : source
}

/** The text that the slug is derived from; a field that all languages share is in the main language. */
function sourceText(schema: Schema, item: Item, { field, language, stage }: Place): string {
  const source = field.from === null ? undefined : schema.fieldById.get(field.from)
  if (!source) return ''
  const owner = source.translatable ? language : schema.mainLanguage
  const state = item.languages.get(owner.id)
  const data =
    stage === 'draft' ? (state?.draft ?? state?.published) : (state?.published ?? state?.draft)
  return textOf(data, source.id) ?? ''
}

function textOf(data: StageData | null | undefined, fieldId: number): string | undefined {
  const value = data?.values[fieldId]
  return typeof value === 'string' ? value : undefined
}

/**
 * Numbers to try, in groups of one query. The last group is above all others and depends on the item, so
 * that it is free unless slugs in it were set by hand.
 */
function numbersToTry({ id }: Item): [first: number, last: number][] {
  return [
    [1, 10],
    [11, 100],
    [101, 1000],
    [1001 + id, 1010 + id],
  ]
}

async function freeSlug(
  tx: ReadTransaction,
  base: string,
  item: Item,
  { field, language }: Place,
  isReserved: IsReserved,
): Promise<string> {
  const claimOf = (slug: string): Claim => ({
    spaceId: item.spaceId,
    fieldId: field.id,
    languageId: language.id,
    value: claimValue(slug),
  })
  for (const [first, last] of numbersToTry(item)) {
    const slugs = Array.from({ length: last - first + 1 }, (_, index) =>
      first + index === 1 ? base : numberedSlug(base, first + index),
    )
    const holders = await tx.derived.claimants(slugs.map(claimOf))
    const taken = new Set(
      holders.filter(({ itemId }) => itemId !== item.id).map(({ value }) => value),
    )
    const free = slugs.find((slug) => !taken.has(claimValue(slug)) && !isReserved(claimOf(slug)))
    if (free !== undefined) return free
  }
  // Taken: the write is rejected.
  return base
}

function withSlug(item: Item, { field, language, stage }: Place, slug: string): Item {
  const state = item.languages.get(language.id)
  const data = state?.[stage]
  if (!state || !data) return item
  const values = { ...data.values, [field.id]: slug }
  const languages = new Map(item.languages)
  languages.set(language.id, { ...state, [stage]: { ...data, values } })
  return { ...item, languages }
}
