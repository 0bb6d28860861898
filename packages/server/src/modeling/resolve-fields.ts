/** The next fields of a model, field set or repeat. */
import type { Field, FieldOf, Model } from '@octavo/schema/definitions.ts'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { say } from '@octavo/schema/problems.ts'
import { hasOption } from '../fields/options.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { quoted } from './reading.ts'
import { matchEntries } from './renames.ts'
import type { FileField } from './schema-file.ts'

export interface Resolving {
  isPrune: boolean
  problems: Problem[]
  newId(): number
  /** Ids of the next definition by LUID. */
  modelIds: Map<string, number>
  fieldSetIds: Map<string, number>
  /** LUIDs of the field sets of the next definition by id. */
  setLuids: Map<number, string>
  /** Earlier LUIDs of renamed fields by id. */
  wasById: Map<number, string>
}

export function nextFields(
  entries: readonly FileField[],
  current: readonly Field[],
  path: string,
  resolving: Resolving,
): Field[] {
  // Renaming a field set also renames the fields that contain it.
  const before = current.map((field) => withSetLuid(field, resolving))
  const found = matchFields(entries, before, path, resolving)
  const named = entries.map((entry, index) =>
    nextField(entry, found.get(entry), `${path}[${index}]`, resolving),
  )
  const used = new Set(found.values())
  const kept = resolving.isPrune ? [] : before.filter((field) => !used.has(field))
  const fields = [...named, ...kept]
  checkLabels(fields, path, resolving)
  const slugs = new Map(
    entries.flatMap((entry, at) =>
      entry.type === 'slug' ? [[entry.luid, { from: entry.from, at }] as const] : [],
    ),
  )
  return fields.map((field) => {
    const slug = field.type === 'slug' ? slugs.get(field.luid) : undefined
    if (field.type !== 'slug' || !slug) return field
    return { ...field, from: sourceOf(slug.from, fields, `${path}[${slug.at}].from`, resolving) }
  })
}

/** The id of the field that a slug is derived from. */
function sourceOf(
  luid: string | null,
  fields: readonly Field[],
  path: string,
  { problems }: Resolving,
): number | null {
  if (luid === null) return null
  const source = fields.find((field) => field.luid === luid)
  if (source && factsOf(source.type).canBeTitle) return source.id
  const possible = fields.filter(({ type }) => factsOf(type).canBeTitle)
  const hint = nearestHint(
    luid,
    possible.map((field) => field.luid),
  )
  const problem = source
    ? say('sourceType', { name: luid, type: source.type, typeWord: source.type })
    : say('noDefinition', { what: 'field', name: quoted(luid), hint })
  problems.push(problemAt(path, problem))
  return null
}

/** A field of type fieldset is matched by its set, any other field by its LUID. */
function matchFields(
  entries: readonly FileField[],
  before: readonly Field[],
  path: string,
  resolving: Resolving,
): Map<FileField, Field | undefined> {
  const found = new Map<FileField, Field | undefined>()
  for (const entry of entries) {
    const setId = entry.type === 'fieldset' ? resolving.fieldSetIds.get(entry.luid) : undefined
    const field = before.find((one) => one.type === 'fieldset' && one.fieldSet === setId)
    if (field) found.set(entry, field)
  }
  const taken = new Set(found.values())
  const others = entries.filter((entry) => !found.has(entry))
  const left = before.filter((field) => !taken.has(field))
  const pathOf = (entry: FileField): string => `${path}[${entries.indexOf(entry)}]`
  const matches = matchEntries(others, left, 'field', pathOf, resolving.problems)
  others.forEach((entry, index) => found.set(entry, matches.found[index]))
  return found
}

function nextField(
  { was, showWhen: _showWhen, ...entry }: FileField,
  before: Field | undefined,
  path: string,
  resolving: Resolving,
): Field {
  const id = before?.id ?? resolving.newId()
  if (was !== null) resolving.wasById.set(id, was)
  if ('models' in entry) {
    const models = entry.models && idsOf(entry.models, resolving.modelIds)
    const previous = before && 'models' in before ? before.models : null
    return { id, ...entry, models: models && withOmitted(models, previous ?? [], resolving) }
  }
  if (entry.type === 'combination') {
    const sets = idsOf(entry.fieldSets, resolving.fieldSetIds)
    const previous = before?.type === 'combination' ? before.fieldSets : []
    return { id, ...entry, fieldSets: withOmitted(sets, previous, resolving) }
  }
  if (entry.type === 'fieldset') {
    return { id, ...entry, fieldSet: resolving.fieldSetIds.get(entry.luid) ?? 0 }
  }
  if (entry.type === 'repeat') {
    const inner = before?.type === 'repeat' ? before.fields : []
    const fields = nextFields(entry.fields, inner, `${path}.fields`, resolving)
    return { id, ...entry, fields }
  }
  // Its source is found when all fields have their ids.
  if (entry.type === 'slug') return { id, ...entry, from: null }
  if ('options' in entry) {
    return { id, ...entry, options: nextOptions(entry.options, before, resolving) }
  }
  return { id, ...entry }
}

/** The ids of a list with those that it omits, because content may use them. */
function withOmitted(named: number[], before: readonly number[], { isPrune }: Resolving): number[] {
  return isPrune ? named : [...named, ...before.filter((id) => !named.includes(id))]
}

/** The same for options. */
function nextOptions(named: Option[], before: Field | undefined, { isPrune }: Resolving): Option[] {
  if (isPrune || !before || !('options' in before)) return named
  return [...named, ...before.options.filter(({ value }) => !hasOption(named, value))]
}

function idsOf(luids: readonly string[], ids: ReadonlyMap<string, number>): number[] {
  return luids.flatMap((luid) => ids.get(luid) ?? [])
}

/** The new LUID of a field set may be that of another field of the same model. */
function checkLabels(fields: readonly Field[], path: string, resolving: Resolving): void {
  const seen = new Set<string>()
  for (const { luid } of fields) {
    if (seen.has(luid)) {
      const message = `a field set is renamed to ${luid}, but another field already has this LUID; rename that field`
      resolving.problems.push({ path, message })
    }
    seen.add(luid)
  }
}

export function withSetLuids(model: Model, resolving: Resolving): Model {
  const fields = model.fields.map((field) => withSetLuid(field, resolving))
  checkLabels(fields, 'fieldSets', resolving)
  return { ...model, fields }
}

function withSetLuid(field: Field, resolving: Resolving): Field {
  if (field.type !== 'fieldset') return field
  const luid = resolving.setLuids.get(field.fieldSet) ?? field.luid
  return luid === field.luid ? field : relabelled(field, luid)
}

/** A name that equals the LUID changes with it. */
function relabelled(field: FieldOf<'fieldset'>, luid: string): FieldOf<'fieldset'> {
  return { ...field, luid, name: field.name === field.luid ? luid : field.name }
}
