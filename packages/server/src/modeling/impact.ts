/** The effect of a changed definition on stored content. Pure, without access to the store. */
import type {
  Field,
  FieldSet,
  Language,
  Model,
  RootDefinition,
  Space,
} from '@octavo/schema/definitions.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { hasOption, valuesOf } from '../fields/options.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { isUnique } from '../fields/unique.ts'

export interface Impact {
  before: Schema
  after: Schema
  removedLanguages: Language[]
  removedSpaces: Space[]
  removedModels: Model[]
  removedFieldSets: FieldSet[]
  /** Labels of removed fields whose owner stays, by id. */
  removedFields: Map<number, string>
  /** Fields whose type changes, or whose type no longer accepts all stored values. */
  converted: Map<number, { from: Field; to: Field; label: string }>
  /** Removed options of selects, field sets of combinations and models of references whose field stays. */
  removedChoices: Map<number, Choices>
  /** Fields that all languages will share, and fields that they will no longer share. */
  shared: Map<number, string>
  unshared: Map<number, string>
  /** Models whose unique values must be compared. */
  comparedModels: number[]
  /** Models with items whose stored values change. */
  editedModels: number[]
  /** Models whose items change for readers or in the index. */
  rederivedModels: number[]
  isMainLanguageChanged: boolean
}

export interface Choices {
  label: string
  /** Options, or LUIDs of field sets or models. */
  names: string[]
  fieldSetIds: number[]
  modelIds: number[]
}

interface FieldPair {
  before: Field
  after: Field | undefined
  label: string
}

export function impactOf(current: RootDefinition, next: RootDefinition): Impact {
  const before = indexSchema(current)
  const after = indexSchema(next)
  const pairs = [
    ...ownerPairs(current.fieldSets, next.fieldSets),
    ...ownerPairs(current.models, next.models),
  ]
  const touched = touchedFields(pairs, before, after)
  const removedFieldSets = missing(current.fieldSets, next.fieldSets)
  const gone = removedFieldSets.flatMap(({ fields }) => fields.map(({ id }) => id))
  const editing = new Set([
    ...gone,
    ...Object.values(touched).flatMap((fields) => [...fields.keys()]),
  ])
  const kept = current.models.filter(({ id }) => after.modelById.has(id))
  return {
    before,
    after,
    removedLanguages: missing(current.languages, next.languages),
    removedSpaces: missing(current.spaces, next.spaces),
    removedModels: missing(current.models, next.models),
    removedFieldSets,
    ...touched,
    comparedModels: idsOf(next.models, (model) => needsComparing(model, before)),
    editedModels: idsOf(kept, (model) => reach(model, before).some((id) => editing.has(id))),
    rederivedModels: idsOf(
      kept,
      (model) =>
        needsDeriving(model, before, after) ||
        reach(model, before).some((id) => touched.removedChoices.has(id)),
    ),
    isMainLanguageChanged: before.mainLanguage.id !== after.mainLanguage.id,
  }
}

function idsOf(models: readonly Model[], isIncluded: (model: Model) => boolean): number[] {
  return models.filter(isIncluded).map(({ id }) => id)
}

function missing<Thing extends { id: number }>(
  current: readonly Thing[],
  next: readonly Thing[],
): Thing[] {
  const ids = new Set(next.map(({ id }) => id))
  return current.filter(({ id }) => !ids.has(id))
}

/** Each field with its next definition, in the owners that stay. */
function ownerPairs(
  current: readonly (FieldSet | Model)[],
  next: readonly (FieldSet | Model)[],
): FieldPair[] {
  const nextById = new Map(next.map((owner) => [owner.id, owner]))
  return current.flatMap((owner) => {
    const after = nextById.get(owner.id)
    return after ? fieldPairs(owner.fields, after.fields, owner.luid) : []
  })
}

function fieldPairs(current: readonly Field[], next: readonly Field[], owner: string): FieldPair[] {
  const nextById = new Map(next.map((field) => [field.id, field]))
  return current.flatMap((before) => {
    const after = nextById.get(before.id)
    const label = `${owner}.${before.luid}`
    const isStillRepeat = before.type === 'repeat' && after?.type === 'repeat'
    const inner = isStillRepeat ? fieldPairs(before.fields, after.fields, label) : []
    return [{ before, after, label }, ...inner]
  })
}

type Touched = Pick<
  Impact,
  'removedFields' | 'converted' | 'removedChoices' | 'shared' | 'unshared'
>

function touchedFields(pairs: readonly FieldPair[], from: Schema, to: Schema): Touched {
  const schemas = { from, to }
  const touched: Touched = {
    removedFields: new Map(),
    converted: new Map(),
    removedChoices: new Map(),
    shared: new Map(),
    unshared: new Map(),
  }
  for (const { before, after, label } of pairs) {
    if (!after) {
      touched.removedFields.set(before.id, label)
      continue
    }
    if (before.type !== after.type || fieldTypeOf(after).isNarrower?.(before, after)) {
      touched.converted.set(before.id, { from: before, to: after, label })
    } else {
      const gone = goneChoices(before, after, schemas)
      if (gone.names.length > 0) touched.removedChoices.set(before.id, { label, ...gone })
    }
    if (before.translatable && !after.translatable) touched.shared.set(before.id, label)
    if (!before.translatable && after.translatable) touched.unshared.set(before.id, label)
  }
  return touched
}

/** Only field sets and models that stay: removed ones are reported as such. */
function goneChoices(
  before: Field,
  after: Field,
  { from, to }: { from: Schema; to: Schema },
): Omit<Choices, 'label'> {
  const gone = { names: [], fieldSetIds: [], modelIds: [] }
  if ('options' in before && 'options' in after) {
    const names = valuesOf(before.options).filter((value) => !hasOption(after.options, value))
    return { ...gone, names }
  }
  if (before.type === 'combination' && after.type === 'combination') {
    const fieldSetIds = before.fieldSets.filter(
      (id) => !after.fieldSets.includes(id) && to.fieldSetById.has(id),
    )
    return { ...gone, names: luidsOf(fieldSetIds, from.fieldSetById), fieldSetIds }
  }
  if ('models' in before && 'models' in after && after.models) {
    const allowed = after.models
    const previous = before.models ?? [...from.modelById.keys()]
    const modelIds = previous.filter((id) => !allowed.includes(id) && to.modelById.has(id))
    return { ...gone, names: luidsOf(modelIds, from.modelById), modelIds }
  }
  return gone
}

function luidsOf(ids: readonly number[], things: ReadonlyMap<number, { luid: string }>): string[] {
  return ids.map((id) => things.get(id)?.luid ?? '')
}

/** Hidden values of unique fields may be repeated. */
function conditionOf(field: Field): string {
  return isUnique(field) ? JSON.stringify(field.showWhen ?? null) : ''
}

/** New fields are still empty, so only existing ones can have duplicates. */
function needsComparing(model: Model, before: Schema): boolean {
  return model.fields.some((field) => {
    const old = before.fieldById.get(field.id)
    if (!old || !isUnique(field)) return false
    return (
      !isUnique(old) ||
      old.translatable !== field.translatable ||
      conditionOf(old) !== conditionOf(field)
    )
  })
}

/**
 * Ids of every field that may have values in the items of a model. A combination may still have entries of
 * field sets that it no longer allows, so all field sets are included.
 */
function reach(model: Model, schema: Schema): number[] {
  const hasClosed = model.fields.some((field) => fieldTypeOf(field).nested?.reach === 'closed')
  const sets = hasClosed ? schema.root.fieldSets.flatMap(({ fields }) => fields) : []
  return [...model.fields, ...sets].flatMap((field) => tree(field, schema)).map(({ id }) => id)
}

function tree(field: Field, schema: Schema): Field[] {
  const inner = fieldTypeOf(field).nested?.fields(field, schema) ?? []
  return [field, ...inner.flatMap((one) => tree(one, schema))]
}

/**
 * Whether entries and index rows of the items of a model must be derived again. The order of fields does not
 * matter, and a new field matters only if its empty value has a row.
 */
function needsDeriving(model: Model, before: Schema, after: Schema): boolean {
  const next = after.modelById.get(model.id)
  if (!next || next.titleFieldId !== model.titleFieldId) return true
  const fields = model.fields.flatMap((field) => tree(field, before))
  const nextFields = next.fields.flatMap((field) => tree(field, after))
  const ids = new Set(fields.map(({ id }) => id))
  const added = nextFields.filter(({ id }) => !ids.has(id))
  const stayed = nextFields.filter(({ id }) => ids.has(id))
  return traitsOf(fields) !== traitsOf(stayed) || added.some(hasRowWhenEmpty)
}

function traitsOf(fields: readonly Field[]): string {
  const sorted = fields.toSorted((a, b) => a.id - b.id)
  const traits = sorted.map((field) => [
    field.id,
    field.type,
    field.translatable,
    isUnique(field),
    conditionOf(field),
  ])
  return traits.join(';')
}

function hasRowWhenEmpty(field: Field): boolean {
  return (fieldTypeOf(field).indexKeys?.(undefined, field) ?? []).length > 0
}
