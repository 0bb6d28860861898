/** Exports the definition as a schema file, which creates the same schema in an empty instance. */
import {
  defaultRootName,
  defaultRootSettings,
  type Field,
  type FieldSet,
  type Model,
  type RootDefinition,
  type RootSettings,
} from '@octavo/schema/definitions.ts'
import type { StudioTexts } from '@octavo/schema/presentation.ts'
import { allFields } from '@octavo/schema/schema.ts'
import { exportedWhere } from './exported-where.ts'
import { defaultOf, settingsOf } from './field-settings.ts'
import { fieldPresentationKeys } from './read-presentation.ts'
import { nameOfPlace } from './resolve-list.ts'
import { exportedSettings } from './read-settings.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Exported = { [key: string]: Json }

/** A LUID or a type of field in what is exported. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function exportSchema(root: RootDefinition): string {
  return `${layOut(exportedSchema(root), '')}\n`
}

/** The same as a value. */
export function exportedSchema(root: RootDefinition): Exported {
  const file: Exported = {
    ...(root.name !== defaultRootName(root.luid) && { name: root.name }),
    languages: root.languages.map(({ key }) => key),
  }
  const [, ...subSpaces] = root.spaces
  if (subSpaces.length > 0) file.spaces = subSpaces.map(exportedNames)
  if (root.fieldSets.length > 0) {
    file.fieldSets = root.fieldSets.map((set) => exportedOwner(set, root))
  }
  file.models = root.models.map((model) => exportedModel(model, root))
  const settings = changedSettings(root.settings)
  if (Object.keys(settings).length > 0) file.settings = settings
  return file
}

/** Settings that a new root space does not have. */
function changedSettings(settings: RootSettings): Exported {
  const changed = exportedSettings.filter(
    (key) => JSON.stringify(settings[key]) !== JSON.stringify(defaultRootSettings[key]),
  )
  return Object.fromEntries(changed.map((key) => [key, settings[key]]))
}

function exportedNames(it: { luid: string; name: string; names?: StudioTexts }): Exported {
  const { luid, name, names } = it
  return { luid, ...(name !== luid && { name }), ...(names && { names }) }
}

/** The settings among these keys that are set. */
function exportedKeys(owner: object, keys: readonly string[]): Exported {
  const given = Object.entries(owner as Exported)
  return Object.fromEntries(given.filter(([key]) => key !== 'names' && keys.includes(key)))
}

function exportedOwner(owner: FieldSet | Model, root: RootDefinition): Exported {
  return {
    ...exportedNames(owner),
    ...(owner.groups && { groups: owner.groups.map(exportedNames) }),
    fields: owner.fields.map((field) => exportedField(field, root)),
  }
}

function exportedModel(model: Model, root: RootDefinition): Exported {
  const { fields, groups, ...names } = exportedOwner(model, root)
  // Always written, so that a field added before it does not become the title.
  const title = model.fields.find(({ id }) => id === model.titleFieldId)
  return {
    ...names,
    ...exportedKeys(model, ['description', 'descriptions', 'icon']),
    ...(title && { title: title.luid }),
    ...exportedList(model, root),
    ...exportedKeys(model, ['layout']),
    ...(groups !== undefined && { groups }),
    fields: fields ?? [],
  }
}

function exportedList(model: Model, root: RootDefinition): Exported {
  const { pictureFieldId, columns, order } = model
  if (pictureFieldId === undefined && !columns && !order) return {}
  const fieldById = new Map(allFields(root).map((field) => [field.id, field]))
  const picture = fieldById.get(pictureFieldId ?? 0)?.luid
  return {
    ...(picture !== undefined && { picture }),
    ...(columns && { columns: columns.map((place) => nameOfPlace(place, fieldById)) }),
    ...(order && {
      order: order.map(
        ({ by, isDescending }) => `${isDescending ? '-' : ''}${nameOfPlace(by, fieldById)}`,
      ),
    }),
  }
}

function exportedField(field: Field, root: RootDefinition): Exported {
  const exported: Exported = { ...exportedNames(field), type: field.type }
  if (field.required) exported.required = true
  if (!field.translatable) exported.translatable = false
  const settings = namedSettings(field, root)
  for (const [key, read] of settingsOf(field.type)) {
    const value = settings[key]
    if (value === undefined || JSON.stringify(value) === JSON.stringify(defaultOf(read))) continue
    exported[key] = value
  }
  Object.assign(exported, exportedKeys(field, fieldPresentationKeys))
  if (field.showWhen) exported.showWhen = exportedWhere(field.showWhen, root) as Exported
  if (field.type === 'repeat')
    exported.fields = field.fields.map((inner) => exportedField(inner, root))
  return exported
}

/** The settings of the field with names instead of ids, and options in their short form. */
function namedSettings(field: Field, root: RootDefinition): Exported {
  if (field.type === 'combination') return { fieldSets: luidsOf(field.fieldSets, root.fieldSets) }
  const settings = field as unknown as Exported
  if (field.type === 'slug') {
    const owner = root.models.find(({ fields }) => fields.some(({ id }) => id === field.id))
    const source = owner?.fields.find(({ id }) => id === field.from)
    return { ...settings, from: source?.luid ?? null }
  }
  if ('models' in field) {
    return { ...settings, models: field.models && luidsOf(field.models, root.models) }
  }
  if (!('options' in field)) return settings
  const options = field.options.map(({ value, label, labels }) =>
    label === value && !labels
      ? value
      : { value, ...(label !== value && { label }), ...(labels && { labels }) },
  )
  return { ...settings, options }
}

function luidsOf(
  ids: readonly number[],
  things: readonly { id: number; luid: string }[],
): string[] {
  const luids = new Map(things.map(({ id, luid }) => [id, luid]))
  return ids.flatMap((id) => luids.get(id) ?? [])
}

const width = 100

/** Puts what fits on one line, as a person would write it. */
function layOut(value: Json, indent: string): string {
  const short = onOneLine(value)
  if (typeof value !== 'object' || value === null) return short
  if (indent !== '' && indent.length + short.length <= width) return short
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => inner + layOut(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${layOut(item, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? open + close : `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`,
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
