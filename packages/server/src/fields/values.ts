/** Functions that traverse all values of an item. All code that handles values uses them. */
import type { Field } from '@octavo/schema/definitions.ts'
import { compareCodePoints, fold, textSeparator } from '@octavo/schema/fold.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { isEnforced } from '@octavo/schema/rules.ts'
import type {
  IndexKey,
  Occurrence,
  Publishing,
  SearchText,
  Stored,
  StoredValues,
} from './field-type.ts'
import { fieldTypeOf, walks } from './registry.ts'
import { isShown } from './shown.ts'

type Fields = readonly Field[]

export const {
  writeValues,
  patchValues,
  renderValues,
  exportValues,
  translateValues,
  initialValues,
} = walks

/** The path of the first value that does not have the stored form of its type; undefined if all have. */
export function misfitIn(
  values: StoredValues,
  fields: Fields,
  schema: Schema,
  path = '',
): string | undefined {
  for (const field of fields) {
    const stored: unknown = values[field.id]
    if (stored === undefined) continue
    const type = fieldTypeOf(field)
    const fieldPath = `${path}${field.luid}`
    if (!type.isStored(stored)) return fieldPath
    for (const inner of type.nested?.occurrences(stored, field, schema) ?? []) {
      const place = `${fieldPath}${inner.path}.`
      const misfit = misfitIn(inner.values, inner.fields, schema, place)
      if (misfit !== undefined) return misfit
    }
  }
  return undefined
}

/**
 * Reports why values cannot be published, at every level. `seen` are the values that a reader of the language
 * sees, on which conditions depend. The rules of hidden fields are not checked.
 */
export function checkPublishable(
  values: StoredValues,
  fields: Fields,
  path: string,
  publishing: Publishing,
  seen = values,
): void {
  for (const field of fields) {
    if (publishing.isTranslation && !field.translatable) continue
    if (!isShown(field, seen, publishing.schema)) continue
    const type = fieldTypeOf(field)
    const stored = values[field.id]
    const fieldPath = `${path}.${field.luid}`
    checkField(stored, field, fieldPath, withWarnings(field, publishing))
    // Repeats and combinations are translated completely, so the language owns every field inside them.
    const isTranslation = publishing.isTranslation && type.nested?.reach === 'one'
    const { nested } = type
    const { schema } = publishing
    const seenInside =
      nested?.reach === 'one' ? nested.occurrences(seen[field.id], field, schema) : []
    for (const [index, inner] of (nested?.occurrences(stored, field, schema) ?? []).entries()) {
      const place = fieldPath + inner.path
      const context = seenInside[index]?.values ?? inner.values
      checkPublishable(inner.values, inner.fields, place, { ...publishing, isTranslation }, context)
    }
  }
}

function checkField(
  stored: Stored | undefined,
  field: Field,
  path: string,
  publishing: Publishing,
): void {
  const type = fieldTypeOf(field)
  if (stored !== undefined) type.publishable?.(stored, field, path, publishing)
  else if (field.required && !type.isNeverMissing) {
    const message = say(isEnforced(field, 'required') ? 'required' : 'recommended')
    publishing.problem(path, message, 'required')
  } else type.emptyPublishable?.(field, path, publishing)
}

/** Rules of a field that only warn are reported as warnings. */
function withWarnings(field: Field, publishing: Publishing): Publishing {
  if (!field.warn) return publishing
  const { problem, warning } = publishing
  return {
    ...publishing,
    problem: (path, what, rule) =>
      isEnforced(field, rule) ? problem(path, what, rule) : warning(path, what),
  }
}

/**
 * The index rows for filters and sorting, including those inside field sets and repeats. Sorted by field id,
 * so that reordering fields changes nothing.
 */
export function indexKeysOf(values: StoredValues, fields: Fields, schema: Schema): IndexKey[] {
  const keys = new Map<number, string[]>()
  collectKeys(values, fields, schema, keys)
  return byFieldId(keys).flatMap(([fieldId, list]) => list.map((key) => ({ fieldId, key })))
}

function collectKeys(
  values: StoredValues,
  fields: Fields,
  schema: Schema,
  keys: Map<number, string[]>,
): void {
  for (const field of fields) {
    const type = fieldTypeOf(field)
    const stored = values[field.id]
    const occurrences = type.nested?.occurrences(stored, field, schema)
    const own = type.indexKeys?.(stored, field) ?? presenceKeys(stored, field, occurrences)
    for (const key of own) addTo(keys, field.id, key)
    if (type.nested?.reach === 'closed') continue
    for (const inner of occurrences ?? []) collectKeys(inner.values, inner.fields, schema, keys)
  }
}

/** One key for a value that can be present or not, and has no key to compare. */
function presenceKeys(
  stored: Stored | undefined,
  field: Field,
  occurrences: readonly Occurrence[] | undefined,
): string[] {
  const isEmpty = stored === undefined || occurrences?.length === 0
  return isEmpty || !factsOf(field.type).operators.includes('exists') ? [] : ['']
}

/** Ids of the fields that filters can test for a value, also inside field sets and repeats. */
export function testableFields(fields: Fields, schema: Schema): Set<number> {
  const ids = fields.flatMap((field) => {
    const { nested } = fieldTypeOf(field)
    const own = factsOf(field.type).operators.includes('exists') ? [field.id] : []
    if (!nested || nested.reach === 'closed') return own
    return [...own, ...testableFields(nested.fields(field, schema), schema)]
  })
  return new Set(ids)
}

/** The folded texts that `contains` searches, one row per field. */
export function searchTextsOf(values: StoredValues, fields: Fields, schema: Schema): SearchText[] {
  return foldTexts(textsIn(values, fields, schema))
}

/**
 * The same texts before folding. Texts inside a combination belong to the combination itself: no filter may
 * name its inner fields, and the same field set may be built into the model, where its fields must match by
 * their own values only.
 */
export function textsIn(values: StoredValues, fields: Fields, schema: Schema): TextsByField {
  const texts = new Map<number, string[]>()
  collectTexts(values, fields, schema, undefined, texts)
  return texts
}

export type TextsByField = ReadonlyMap<number, readonly string[]>

export function foldTexts(texts: TextsByField): SearchText[] {
  const folded = new Map<number, string[]>()
  for (const [fieldId, list] of texts) {
    const nonEmpty = list.map(fold).filter((text) => text !== '')
    if (nonEmpty.length > 0) folded.set(fieldId, nonEmpty)
  }
  return byFieldId(folded).map(([fieldId, list]) => ({
    fieldId,
    text: list.toSorted(compareCodePoints).join(textSeparator),
  }))
}

function collectTexts(
  values: StoredValues,
  fields: Fields,
  schema: Schema,
  ownerId: number | undefined,
  texts: Map<number, string[]>,
): void {
  for (const field of fields) {
    const type = fieldTypeOf(field)
    const stored = values[field.id]
    if (stored === undefined) continue
    const text = type.searchText?.(stored) ?? ''
    if (text !== '') addTo(texts, ownerId ?? field.id, text)
    const innerOwner = ownerId ?? (type.nested?.reach === 'closed' ? field.id : undefined)
    for (const inner of type.nested?.occurrences(stored, field, schema) ?? []) {
      collectTexts(inner.values, inner.fields, schema, innerOwner, texts)
    }
  }
}

function addTo(lists: Map<number, string[]>, fieldId: number, value: string): void {
  const list = lists.get(fieldId)
  if (list) list.push(value)
  else lists.set(fieldId, [value])
}

/** Removes duplicates. Most fields have one text, and hashing a long text takes time. */
function byFieldId(lists: ReadonlyMap<number, string[]>): [number, string[]][] {
  return Array.from(lists, ([fieldId, list]): [number, string[]] => [
    fieldId,
    list.length === 1 ? list : [...new Set(list)],
  ]).toSorted(([a], [b]) => a - b)
}
