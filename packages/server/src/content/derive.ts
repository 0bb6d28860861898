import { hash } from 'node:crypto'
import type { Language, Model } from '@octavo/schema/definitions.ts'
import { views, type Status, type View } from '@octavo/schema/field-types.ts'
import { fold, textSeparator } from '@octavo/schema/fold.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { storedDocument } from '../delivery/stored-document.ts'
import type { IndexKey, RenderedValues, StoredValues } from '../fields/field-type.ts'
import { isShown } from '../fields/shown.ts'
import { isUnique } from '../fields/unique.ts'
import { storedText } from '../fields/stored-text.ts'
import { entriesOf } from '../fields/entries.ts'
import {
  foldTexts,
  indexKeysOf,
  renderValues,
  searchTextsOf,
  testableFields,
  textsIn,
  type TextsByField,
} from '../fields/values.ts'
import { usesBesideKeys, usesOf, type Render } from './pointers.ts'
import { absenceOf, splitIndexKey } from '../query/index-key.ts'
import {
  stages,
  type InactiveText,
  type Claim,
  type Derived,
  type DerivedDocument,
  type DerivedEntry,
  type DocumentBody,
  type Item,
  type ItemLanguage,
  type SearchRow,
  type StageData,
} from '../store/records.ts'
import { seenData, seenValues } from './seen-values.ts'

/**
 * Derives the entries that readers get, for each language and view. Non-translatable fields take their values
 * from the main language of the same view. Pure, so that entries can be rebuilt and checked at any time.
 */
export function deriveItem(schema: Schema, item: Item): Derived {
  const model = schema.modelById.get(item.modelId)
  if (!model) return nothingDerived
  if (item.deletedAt !== null)
    return { ...nothingDerived, inactiveText: inactiveTextOf(schema, model, item) }
  const render = renderOnce(model, schema)
  const uses = usesOf(item, render)
  if (item.archivedAt !== null) {
    return { ...nothingDerived, uses, inactiveText: inactiveTextOf(schema, model, item) }
  }
  const shown: Shown = new Map()
  const deriving = { schema, model, item, render, shown }
  const entries = views.flatMap((view) => entriesInView(view, deriving))
  const claims = claimsOf(schema, item)
  return { entries, claims, uses: usesBesideKeys(uses, entries, schema) }
}

function inactiveTextOf(schema: Schema, model: Model, item: Item): InactiveText {
  const values = schema.root.languages.flatMap(({ id }) => {
    const state = item.languages.get(id)
    const data = state?.draft ?? state?.published
    return data ? [data.values] : []
  })
  const title = values.map((one) => titleOf(model, one)).find((one) => one !== '') ?? ''
  const texts = values.flatMap((one) => searchTextsOf(one, model.fields, schema))
  return { title: fold(title), text: texts.map(({ text }) => text).join(textSeparator) }
}

export const nothingDerived: Derived = { entries: [], claims: [], uses: [] }

/** The documents of the previous view by language: most items look the same in both views. */
type Shown = Map<
  number,
  { data: StageData; main: StageData | undefined; status: Status; document: DerivedDocument }
>

interface Deriving {
  schema: Schema
  model: Model
  item: Item
  render: Render
  shown: Shown
}

/** Caches renderings: both views and the search for uses need the same values. */
function renderOnce({ fields }: Model, schema: Schema): Render {
  const cached = new Map<StoredValues, RenderedValues>()
  return (values) => {
    const rendered = cached.get(values) ?? renderValues(values, fields, schema)
    cached.set(values, rendered)
    return rendered
  }
}

function entriesInView(view: View, deriving: Deriving): DerivedEntry[] {
  const { schema, item, shown } = deriving
  const visible = schema.root.languages.flatMap((language) => {
    const state = item.languages.get(language.id)
    const data = seenData(state, view)
    return state && data ? [{ language, state, data }] : []
  })
  const languageMask = visible.reduce((mask, { language }) => mask + 2 ** language.bit, 0)
  const main = visible.find(({ language }) => language === schema.mainLanguage)?.data
  return visible.map(({ language, state, data }) => {
    const status = statusInView(state, view)
    const { publishedAt, lastPublishedAt } = state
    const facts = { status, updatedAt: data.updatedAt, publishedAt, lastPublishedAt }
    const before = shown.get(language.id)
    const isSame = before?.data === data && before.main === main && before.status === status
    const values = (): StoredValues => seenValues(schema, item, language.id, data.values, view)
    const document = isSame ? before.document : documentOf(facts, values(), deriving)
    shown.set(language.id, { data, main, status, document })
    const scope = scopeOf(language.id, view)
    return { scope, languageId: language.id, view, ...facts, languageMask, document }
  })
}

/** The existence of a draft is draft information, which the published view never reveals. */
function statusInView(state: ItemLanguage, view: View): Status {
  if (view === 'published' || !state.draft) return 'published'
  return state.published ? 'published_draft' : 'draft'
}

function titleOf(model: Model, values: StoredValues): string {
  const title = model.titleFieldId === null ? undefined : values[model.titleFieldId]
  return typeof title === 'string' ? title : ''
}

function documentOf(
  facts: Omit<DocumentBody, 'title' | 'values'>,
  values: StoredValues,
  { schema, model, item, render }: Deriving,
): DerivedDocument {
  const { id: itemId, modelId, spaceId, createdAt } = item
  const content: DocumentBody = { title: titleOf(model, values), ...facts, values }
  const subject = { itemId, modelId, spaceId, createdAt }
  const body = storedDocument(subject, content, schema, render(values))
  const keys = indexKeysOf(values, model.fields, schema)
  const texts = textsIn(values, model.fields, schema)
  const searchTexts = foldTexts(texts)
  return {
    digest: documentDigest(content, keys, texts, searchTexts),
    body,
    indexKeys: [...keys, ...absencesIn(keys, model, schema)].map(({ fieldId, key }) =>
      splitIndexKey(fieldId, key),
    ),
    searchTexts,
    entries: entriesOf(values, model.fields, schema),
  }
}

const testable = new WeakMap<Schema, Map<Model, ReadonlySet<number>>>()

/** Keys of the fields that have no key. They follow from the others, so digests do not contain them. */
function absencesIn(keys: readonly IndexKey[], model: Model, schema: Schema): IndexKey[] {
  const ids = testable
    .getOrInsertComputed(schema, () => new Map())
    .getOrInsertComputed(model, () => testableFields(model.fields, schema))
  const present = new Set(keys.map(({ fieldId }) => fieldId))
  return [...ids.difference(present)].map((id) => ({ fieldId: absenceOf(id), key: '' }))
}

/**
 * Increase this whenever derived data of an unchanged item changes: digests, index keys or folded texts. A
 * server then updates the data that an older version wrote.
 */
export const digestForm = '7.'

/** From this form on, items have the keys that all operators read. */
const formWithAllKeys = 6

/** Whether a digest, or a form, is of a version that wrote the keys that all operators read. */
export function hasAllKeys(digest: string): boolean {
  const [, form] = /^(\d+)\./.exec(digest) ?? []
  return Number(form ?? 0) >= formWithAllKeys
}

/** Whether an older version computed this digest. Such a digest cannot be compared with a current one. */
export function isOlderDigest(digest: string): boolean {
  return !digest.startsWith(digestForm)
}

/**
 * Puts the length before each text, which separates texts as JSON does but is faster. Keys and texts that
 * equal the complete value, as most do, are written as a short marker.
 */
function documentDigest(
  { title, status, updatedAt, publishedAt, lastPublishedAt, values }: DocumentBody,
  keys: readonly IndexKey[],
  texts: TextsByField,
  searchTexts: readonly SearchRow[],
): string {
  let input = `${status} ${updatedAt} ${publishedAt} ${lastPublishedAt} ${title.length} ${title}`
  const stored = storedText(values)
  input += `${stored.length} ${stored}${keys.length} `
  for (const { fieldId, key } of keys) {
    input += key === values[fieldId] ? `${fieldId}=` : `${fieldId} ${key.length} ${key}`
  }
  for (const { fieldId, text } of searchTexts) {
    const [only, ...others] = texts.get(fieldId) ?? []
    const isWhole = only === values[fieldId] && others.length === 0
    input += isWhole ? `${fieldId}=` : `${fieldId} ${text.length} ${text}`
  }
  return digestForm + digestOf(input)
}

/**
 * Unique values of this item, for each language that has its own: those in published data and, for slugs,
 * also those in drafts.
 */
export function claimsOf(schema: Schema, item: Item): Claim[] {
  if (item.archivedAt !== null || item.deletedAt !== null) return []
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const unique = fields.filter(isUnique)
  return unique.flatMap((field) =>
    languagesOf(field.translatable, schema).flatMap((language) => {
      const state = item.languages.get(language.id)
      const claimed = field.type === 'slug' ? stages : (['published'] as const)
      const values = claimed.flatMap((stage) => {
        const data = state?.[stage]
        if (!data) return []
        const isHidden =
          field.showWhen &&
          !isShown(field, seenValues(schema, item, language.id, data.values, stage), schema)
        return isHidden ? [] : (uniqueDigest(data.values, field.id) ?? [])
      })
      const { spaceId } = item
      return [...new Set(values)].map((value) => ({
        spaceId,
        fieldId: field.id,
        languageId: language.id,
        value,
      }))
    }),
  )
}

/** The value in the claim of a text. */
export function claimValue(text: string): string {
  return digestOf(text)
}

const uniqueDigests = new WeakMap<StoredValues, Map<number, string>>()

/** Cached, because a write needs it twice: to check whether the value is taken, and to claim it. */
function uniqueDigest(values: StoredValues, fieldId: number): string | undefined {
  const value = values[fieldId]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const digests = uniqueDigests.getOrInsertComputed(values, () => new Map())
  return digests.getOrInsertComputed(fieldId, () => claimValue(String(value)))
}

function languagesOf(isTranslatable: boolean, schema: Schema): Language[] {
  return isTranslatable ? schema.root.languages : [schema.mainLanguage]
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
