/** Checks an external schema and reports every problem. */
import { maxLanguages } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { addProblem, collectProblems, type Problem } from '@octavo/schema/errors.ts'
import { isLanguageKey } from '@octavo/schema/names.ts'
import { readFields } from './check-fields.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { nameKeys, readNamed } from './read-named.ts'
import {
  modelPresentationKeys,
  ownerPresentationKeys,
  readModelPresentation,
  readOwnerPresentation,
} from './read-presentation.ts'
import { readSettings } from './read-settings.ts'
import { Part, quoted, readTexts } from './reading.ts'
import type { FileFieldSet, FileModel, FileNames, SchemaFile } from './schema-file.ts'

/** Existing definitions that stay, so that a file may refer to them without repeating them. */
export interface ExistingNames {
  models: ReadonlySet<string>
  fieldSets: ReadonlySet<string>
  /** For each model, the fields that can be its title. */
  titles: ReadonlyMap<string, ReadonlySet<string>>
}

export const noExistingNames: ExistingNames = {
  models: new Set(),
  fieldSets: new Set(),
  titles: new Map(),
}

/** `file` is valid only if there are no problems. */
export function checkFile(
  value: unknown,
  known: ExistingNames,
): { file: SchemaFile; problems: Problem[] } {
  const problems: Problem[] = []
  const report = (problem: Problem): void => addProblem(problems, problem)
  const part = new Part(value, '', { report, references: [] })
  let file: SchemaFile = {
    name: null,
    languages: [],
    spaces: [],
    fieldSets: [],
    models: [],
    settings: {},
  }
  collectProblems(problems, () => {
    if (part.isObject()) file = readFile(part, known)
  })
  return { file, problems }
}

function readFile(part: Part, known: ExistingNames): SchemaFile {
  part.checkKeys(['name', 'languages', 'spaces', 'fieldSets', 'models', 'settings'])
  const name = part.at('name').line() ?? null
  const languages = readLanguages(part.at('languages'))
  const spaces = readNamed(part.at('spaces').list(), 'space', (entry, names) => {
    entry.checkKeys(nameKeys)
    return names
  })
  const fieldSets = readNamed(
    part.at('fieldSets').list(),
    'field set',
    (entry, names): FileFieldSet => {
      entry.checkKeys([...nameKeys, ...ownerPresentationKeys, 'fields'])
      const fields = readFields(entry.at('fields'), 'field set')
      return { ...names, ...readOwnerPresentation(entry, fields), fields }
    },
  )
  const models = readNamed(part.at('models').list(), 'model', (entry, names): FileModel => {
    entry.checkKeys([...nameKeys, 'title', ...modelPresentationKeys, 'fields'])
    const fields = readFields(entry.at('fields'), 'model')
    const title = readTitle(entry.at('title'), { ...names, fields }, known.titles)
    return { ...names, title, ...readModelPresentation(entry, fields), fields }
  })
  checkReferences(part, {
    model: nameable(models, known.models),
    'field set': nameable(fieldSets, known.fieldSets),
  })
  return { name, languages, spaces, fieldSets, models, settings: readSettings(part.at('settings')) }
}

function readLanguages(part: Part): string[] {
  const parts = part.list({ missing: 'languagesMissing', empty: 'languagesMissing' })
  if (parts.length > maxLanguages) {
    part.problem('tooManyLanguages', { has: parts.length, max: maxLanguages })
  }
  const keys = readTexts(parts, 'language')
  for (const { name, part: key } of keys) {
    if (!isLanguageKey(name)) key.problem('notLanguageKey', { name: quoted(name) })
  }
  return keys.map(({ name }) => name)
}

function readTitle(
  part: Part,
  { luid, was, fields }: FileFieldSet,
  titles: ExistingNames['titles'],
): string | null {
  const title = part.value === undefined ? undefined : part.text()
  if (title === undefined) return null
  const type = fields.find((field) => field.luid === title)?.type
  const isKept = [luid, was ?? ''].some((model) => titles.get(model)?.has(title))
  if (type && !factsOf(type).canBeTitle) {
    part.problem('titleType', { name: title, type, typeWord: type })
  }
  if (!type && !isKept) {
    const luids = fields.map((field) => field.luid)
    part.problem('titleMissing', { name: quoted(title), hint: nearestHint(title, luids) })
  }
  return title
}

/** The names that a file may refer to: its own, and existing ones that it does not rename. */
function nameable(things: readonly FileNames[], known: ReadonlySet<string>): Set<string> {
  const renamed = new Set(things.map(({ was }) => was))
  const kept = [...known].filter((name) => !renamed.has(name))
  return new Set([...things.map(({ luid }) => luid), ...kept])
}

function checkReferences(
  { checking: { references } }: Part,
  names: Record<'model' | 'field set', ReadonlySet<string>>,
): void {
  for (const { what, name, part } of references) {
    if (names[what].has(name)) continue
    const hint = nearestHint(name, names[what])
    part.problem('noDefinition', { what, name: quoted(name), hint })
  }
}
