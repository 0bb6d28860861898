/** The next definition when a schema file is applied. */
import {
  maxLanguages,
  type Field,
  type FieldSet,
  type Language,
  type Model,
  type RootDefinition,
  type RootSettings,
  type Space,
} from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { matchEntries } from './renames.ts'
import { resolveConditions } from './resolve-conditions.ts'
import { resolveList } from './resolve-list.ts'
import { nextFields, withSetLuids, type Resolving } from './resolve-fields.ts'
import type { FileModel, FileNames, FileSettings, SchemaFile } from './schema-file.ts'

/** New definitions have negative ids until they get real ones. */
export interface Resolved {
  next: RootDefinition
  problems: Problem[]
}

export function resolveFile(current: RootDefinition, file: SchemaFile, isPrune: boolean): Resolved {
  let lastId = 0
  const problems: Problem[] = []
  const newId = (): number => --lastId
  const sets = matchThings(file.fieldSets, current.fieldSets, 'field set', 'fieldSets', problems)
  const models = matchThings(file.models, current.models, 'model', 'models', problems)
  const keptSets = isPrune ? [] : sets.left
  const keptModels = isPrune ? [] : models.left
  const setIds = sets.found.map((set) => set?.id ?? newId())
  const modelIds = models.found.map((model) => model?.id ?? newId())
  const resolving: Resolving = {
    isPrune,
    problems,
    newId,
    fieldSetIds: idsByLuid(file.fieldSets, setIds, keptSets),
    modelIds: idsByLuid(file.models, modelIds, keptModels),
    setLuids: new Map(),
    wasById: new Map(),
  }
  for (const [luid, id] of resolving.fieldSetIds) resolving.setLuids.set(id, luid)

  const namedSets = file.fieldSets.map((set, index): FieldSet => {
    const { was: _was, ...rest } = set
    const before = sets.found[index]?.fields ?? []
    const fields = nextFields(set.fields, before, `fieldSets[${index}].fields`, resolving)
    return withListedGroups({ id: setIds[index] ?? newId(), ...rest, fields })
  })
  const setById = new Map([...namedSets, ...keptSets].map((set) => [set.id, set]))
  const conditions = { setById, wasById: resolving.wasById, problems }
  const nextSets = namedSets.map((set, index): FieldSet => {
    const entries = file.fieldSets[index]?.fields ?? []
    const path = `fieldSets[${index}].fields`
    return { ...set, fields: resolveConditions(entries, set.fields, path, conditions) }
  })
  const nextModels = file.models.map((model, index): Model => {
    const {
      was: _was,
      title: _title,
      picture: _picture,
      columns: _columns,
      order: _order,
      ...rest
    } = model
    const before = models.found[index]?.fields ?? []
    const path = `models[${index}]`
    const named = nextFields(model.fields, before, `${path}.fields`, resolving)
    const fields = resolveConditions(model.fields, named, `${path}.fields`, conditions)
    const titleFieldId = titleOf(model, fields, path, problems)
    const id = modelIds[index] ?? newId()
    const list = resolveList(model, fields, path, { setById, problems })
    return withListedGroups({ id, ...rest, titleFieldId, fields, ...list })
  })
  const next = {
    ...current,
    name: file.name ?? current.name,
    languages: nextLanguages(current, file, resolving),
    spaces: nextSpaces(current, file, resolving),
    fieldSets: [...nextSets, ...keptSets],
    models: [...nextModels, ...keptModels.map((model) => withSetLuids(model, resolving))],
    settings: nextSettings(current.settings, file.settings),
  }
  return { next, problems }
}

/** Fields that the file leaves out may be in a group that its list of groups does not have. */
function withListedGroups<Owner extends FieldSet | Model>(owner: Owner): Owner {
  if (!owner.groups) return owner
  const listed = new Set(owner.groups.map(({ luid }) => luid))
  const fields = owner.fields.map((field) => {
    const { group, ...rest } = field
    return group === undefined || listed.has(group) ? field : rest
  })
  return { ...owner, fields }
}

function nextSettings(current: RootSettings, given: FileSettings): RootSettings {
  const revisions = { ...current.revisions, ...given.revisions }
  return { ...current, ...given, revisions }
}

function nextLanguages(
  current: RootDefinition,
  file: SchemaFile,
  resolving: Resolving,
): Language[] {
  const existing = new Map(current.languages.map((language) => [language.key, language]))
  const left = current.languages.filter(({ key }) => !file.languages.includes(key))
  const kept = resolving.isPrune || isUntouched(current) ? [] : left
  const total = file.languages.length + kept.length
  if (total > maxLanguages) {
    const message = `there would be ${total} languages, including the existing ones; at most ${maxLanguages} are allowed`
    resolving.problems.push({ path: 'languages', message })
  }
  const stay = [...file.languages.flatMap((key) => existing.get(key) ?? []), ...kept]
  const bits = freeBits(stay)
  const named = file.languages.map(
    (key) => existing.get(key) ?? { id: resolving.newId(), key, bit: bits.shift() ?? 0 },
  )
  return [...named, ...kept]
}

/** Whether the root space is new. No user has chosen its language then. */
function isUntouched({ version, spaces, fieldSets, models }: RootDefinition): boolean {
  return version === 1 && spaces.length === 1 && fieldSets.length === 0 && models.length === 0
}

function freeBits(languages: readonly Language[]): number[] {
  const taken = new Set(languages.map(({ bit }) => bit))
  return Array.from({ length: maxLanguages }, (_, bit) => bit).filter((bit) => !taken.has(bit))
}

function nextSpaces(current: RootDefinition, file: SchemaFile, resolving: Resolving): Space[] {
  const [parent, ...subSpaces] = current.spaces
  const matches = matchThings(file.spaces, subSpaces, 'space', 'spaces', resolving.problems)
  const named = file.spaces.map(({ luid, name }, index) => ({
    id: matches.found[index]?.id ?? resolving.newId(),
    luid,
    name,
  }))
  // It has the name of the root space.
  const parents = parent ? [{ ...parent, name: file.name ?? parent.name }] : []
  return [...parents, ...named, ...(resolving.isPrune ? [] : matches.left)]
}

function titleOf(
  { title }: FileModel,
  fields: readonly Field[],
  path: string,
  problems: Problem[],
): number | null {
  if (title === null) return defaultTitle(fields)
  const field = fields.find(({ luid }) => luid === title)
  if (field && factsOf(field.type).canBeTitle) return field.id
  problems.push(problemAt(`${path}.title`, say('titleNoText', { name: title })))
  return null
}

function defaultTitle(fields: readonly Field[]): number | null {
  return fields.find(({ type }) => type === 'text')?.id ?? null
}

function matchThings<Thing extends { luid: string }>(
  entries: readonly FileNames[],
  current: readonly Thing[],
  noun: string,
  path: string,
  problems: Problem[],
) {
  const pathOf = (entry: FileNames): string => `${path}[${entries.indexOf(entry)}]`
  return matchEntries(entries, current, noun, pathOf, problems)
}

function idsByLuid(
  entries: readonly FileNames[],
  ids: readonly number[],
  kept: readonly { luid: string; id: number }[],
): Map<string, number> {
  const own = entries.map(({ luid }, index): [string, number] => [luid, ids[index] ?? 0])
  return new Map([...kept.map(({ luid, id }): [string, number] => [luid, id]), ...own])
}
