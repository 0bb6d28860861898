/** Changes the stored values of one item to match a new definition. */
import { isDeepStrictEqual } from 'node:util'
import type { Field } from '@octavo/schema/definitions.ts'
import { seenData } from '../content/seen-values.ts'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { stages, type Item, type ItemLanguage } from '../store/records.ts'
import type { ParseText } from './convert-texts.ts'
import type { Choices, Impact } from './impact.ts'
import type { Targets } from './targets.ts'

/**
 * The possible effects on the values of an item: they are removed, their option is removed, the new type
 * cannot represent them, or sub-languages have other values than the one that all languages will share.
 */
export const editKinds = ['removed', 'unchosen', 'unconverted', 'overruled'] as const

type ByKind<Value> = Record<(typeof editKinds)[number], Value>

export function byEditKind<Value>(make: () => Value): ByKind<Value> {
  return Object.fromEntries(editKinds.map((kind) => [kind, make()])) as ByKind<Value>
}

/** The ids of the affected fields, once per item. */
type EditNotes = ByKind<Set<number>>

/** What edits need; `targetsOf` returns the `targets`. */
interface Edit {
  impact: Impact
  targets: Targets
  parseText: ParseText
}

interface Editing extends Edit {
  notes: EditNotes
}

/** A copy of an item that matches the next definition. */
export interface EditedItem {
  item: Item
  notes: EditNotes
}

export function editItem(item: Item, edit: Edit): EditedItem {
  const { impact } = edit
  const notes: EditNotes = byEditKind(() => new Set())
  const editing = { ...edit, notes }
  const edited: Item = { ...item, languages: new Map() }
  const fields = impact.before.modelById.get(item.modelId)?.fields ?? []
  for (const [languageId, language] of item.languages) {
    if (!impact.after.languageById.has(languageId)) continue
    edited.languages.set(languageId, editLanguage(language, fields, editing))
  }
  if (impact.shared.size + impact.unshared.size > 0) retranslateItem(edited, editing)
  return { item: edited, notes }
}

function editLanguage(
  language: ItemLanguage,
  fields: readonly Field[],
  editing: Editing,
): ItemLanguage {
  const edited = { ...language }
  for (const stage of stages) {
    const data = language[stage]
    if (!data) continue
    const values = structuredClone(data.values)
    editValues(values, fields, editing)
    edited[stage] = { ...data, values }
  }
  return edited
}

function editValues(values: StoredValues, fields: readonly Field[], editing: Editing): void {
  for (const field of fields) {
    const stored = values[field.id]
    if (stored === undefined) continue
    const edited = editValue(stored, field, editing)
    if (edited === undefined) delete values[field.id]
    else values[field.id] = edited
  }
}

function editValue(stored: Stored, field: Field, editing: Editing): Stored | undefined {
  const { impact, notes, parseText } = editing
  if (impact.removedFields.has(field.id)) {
    notes.removed.add(field.id)
    return undefined
  }
  const gone = impact.removedChoices.get(field.id)
  const left = gone ? withoutChoices(stored, field, gone, editing) : stored
  if (left === undefined) return undefined
  const change = impact.converted.get(field.id)
  if (!change) return editInside(left, field, editing)
  const { from, to } = change
  const converted = fieldTypeOf(to).convertedFrom?.(stored, from, to, parseText)
  if (converted === undefined) notes.unconverted.add(field.id)
  return converted
}

/** Removes chosen options, entries of a combination, or referenced items. */
function withoutChoices(
  stored: Stored,
  { id }: Field,
  { names, fieldSetIds, modelIds }: Choices,
  { targets, notes }: Editing,
): Stored | undefined {
  const isGone = (one: Stored): boolean => {
    if (typeof one === 'string') return names.includes(one)
    if (typeof one === 'number') return modelIds.includes(targets.get(one) ?? 0)
    return typeof one === 'object' && 'set' in one && fieldSetIds.includes(Number(one.set))
  }
  const isTouched = Array.isArray(stored) ? stored.some(isGone) : isGone(stored)
  if (!isTouched) return stored
  notes.unchosen.add(id)
  const left = Array.isArray(stored) ? stored.filter((one) => !isGone(one)) : []
  return left.length > 0 ? left : undefined
}

function editInside(stored: Stored, field: Field, editing: Editing): Stored | undefined {
  const { impact, notes } = editing
  const { nested } = fieldTypeOf(field)
  if (!nested) return stored
  const occurrences = nested.occurrences(stored, field, impact.before)
  for (const { values, fields } of occurrences) editValues(values, fields, editing)
  // An entry of a removed field set is no longer an occurrence.
  const left = new Set(nested.occurrences(stored, field, impact.after).map(({ path }) => path))
  const gone = occurrences.filter(({ path }) => !left.has(path))
  for (const { fields } of gone) {
    const set = impact.removedFieldSets.find((removed) => removed.fields === fields)
    if (set) notes.removed.add(set.id)
  }
  const goneIndexes = new Set(gone.map(({ path }) => Number(/^\[(\d+)\]/.exec(path)?.[1])))
  const kept = Array.isArray(stored) ? stored.filter((_, index) => !goneIndexes.has(index)) : stored
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** Keeps what each language shows, as far as the new rules allow it. */
function retranslateItem(item: Item, editing: Editing): void {
  const { after } = editing.impact
  const fields = after.modelById.get(item.modelId)?.fields ?? []
  const main = item.languages.get(after.mainLanguage.id)
  for (const [languageId, language] of item.languages) {
    if (languageId === after.mainLanguage.id) continue
    for (const stage of stages) {
      const data = language[stage]
      if (data) retranslate(data.values, seenData(main, stage)?.values ?? {}, fields, editing)
    }
  }
}

function retranslate(
  own: StoredValues,
  main: StoredValues,
  fields: readonly Field[],
  editing: Editing,
): void {
  const { impact, notes } = editing
  for (const field of fields) {
    const { id } = field
    const [ownValue, mainValue] = [own[id], main[id]]
    if (!field.translatable) {
      const isLost = ownValue !== undefined && !isDeepStrictEqual(ownValue, mainValue)
      if (isLost) notes.overruled.add(id)
      delete own[id]
      continue
    }
    if (impact.unshared.has(id) && ownValue === undefined && mainValue !== undefined) {
      own[id] = structuredClone(mainValue)
    }
    const { nested } = fieldTypeOf(field)
    if (nested?.reach !== 'one') continue
    const inside = own[id] ?? {}
    const [ownInside] = nested.occurrences(inside, field, impact.after)
    const [mainInside] = nested.occurrences(mainValue, field, impact.after)
    if (!ownInside || !mainInside) continue
    retranslate(ownInside.values, mainInside.values, ownInside.fields, editing)
    if (Object.keys(inside).length > 0) own[id] = inside
    else delete own[id]
  }
}
