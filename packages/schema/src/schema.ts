/** A root space definition, indexed by ids and names. */
import type { Field, FieldSet, Language, Model, RootDefinition, Space } from './definitions.ts'
import type { View } from './field-types.ts'

export interface Schema {
  readonly root: RootDefinition
  readonly mainLanguage: Language
  readonly parentSpace: Space
  /** True if there are sub-spaces: items then have `_space`. */
  readonly hasSubSpaces: boolean
  readonly modelById: ReadonlyMap<number, Model>
  readonly modelByLuid: ReadonlyMap<string, Model>
  readonly fieldSetById: ReadonlyMap<number, FieldSet>
  readonly fieldSetByLuid: ReadonlyMap<string, FieldSet>
  readonly languageById: ReadonlyMap<number, Language>
  readonly languageByKey: ReadonlyMap<string, Language>
  readonly spaceById: ReadonlyMap<number, Space>
  readonly spaceByLuid: ReadonlyMap<string, Space>
  /** Every field of the root, including nested fields. */
  readonly fieldById: ReadonlyMap<number, Field>
}

export function indexSchema(root: RootDefinition): Schema {
  const [mainLanguage] = root.languages
  const [parentSpace] = root.spaces
  if (!mainLanguage || !parentSpace) throw new Error(`root space ${root.luid} is incomplete`)
  return {
    root,
    mainLanguage,
    parentSpace,
    hasSubSpaces: root.spaces.length > 1,
    modelById: mapBy(root.models, (model) => model.id),
    modelByLuid: mapBy(root.models, (model) => model.luid),
    fieldSetById: mapBy(root.fieldSets, (set) => set.id),
    fieldSetByLuid: mapBy(root.fieldSets, (set) => set.luid),
    languageById: mapBy(root.languages, (language) => language.id),
    languageByKey: mapBy(root.languages, (language) => language.key),
    spaceById: mapBy(root.spaces, (space) => space.id),
    spaceByLuid: mapBy(root.spaces, (space) => space.luid),
    fieldById: mapBy(allFields(root), (field) => field.id),
  }
}

/** Every field of every model and field set, including fields inside repeats. */
export function allFields(root: RootDefinition): Field[] {
  return [...root.models, ...root.fieldSets].flatMap((owner) => owner.fields.flatMap(withInner))
}

function withInner(field: Field): Field[] {
  return field.type === 'repeat' ? [field, ...field.fields] : [field]
}

/**
 * A scope is one language in one view: all data that one request can read. Derived rows carry their
 * language and views, so that one condition restricts a query to its scope.
 */
export function scopeOf(languageId: number, view: View): number {
  return languageId * 2 + (view === 'draft' ? 1 : 0)
}

export function languageOfScope(scope: number): number {
  return Math.floor(scope / 2)
}

/** Bit mask of the views that share a row. */
export const viewBits = { published: 1, draft: 2 } as const satisfies Record<View, number>

export function viewBit(scope: number): number {
  return viewBits[viewOfScope(scope)]
}

export function viewOfScope(scope: number): View {
  return scope % 2 === 1 ? 'draft' : 'published'
}

function mapBy<Key, Value>(values: Value[], keyOf: (value: Value) => Key): Map<Key, Value> {
  return new Map(values.map((value) => [keyOf(value), value]))
}
