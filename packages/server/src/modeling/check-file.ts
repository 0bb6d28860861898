/** Checks a schema that comes from outside and reports everything that is wrong with it. */
import { maxLanguages } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { addProblem, collectProblems, problemAt, type Problem } from '@octavo/schema/errors.ts'
import { isLanguageKey } from '@octavo/schema/names.ts'
import { say } from '@octavo/schema/problems.ts'
import { readFields, type ReadField } from './check-fields.ts'
import { checkRenames, readNames } from './names.ts'
import {
  checkDistinct,
  checkKeys,
  nearest,
  readEntry,
  readList,
  readText,
  shortened,
  within,
  type Checking,
  type Entry,
} from './reading.ts'
import type { FileFieldSet, FileModel, FileNames, FileSpace, SchemaFile } from './schema-file.ts'

/** What is there already and stays, so that a file may name it without repeating it. */
export interface KnownNames {
  models: ReadonlySet<string>
  fieldSets: ReadonlySet<string>
  /** For each model, the fields that could be its title. */
  titles: ReadonlyMap<string, ReadonlySet<string>>
}

export const nothingKnown: KnownNames = {
  models: new Set(),
  fieldSets: new Set(),
  titles: new Map(),
}

/** `file` is to be used only where there is no problem. */
export function checkFile(
  value: unknown,
  known: KnownNames,
): { file: SchemaFile; problems: Problem[] } {
  const problems: Problem[] = []
  const checking: Checking = {
    problem: (path, what) => addProblem(problems, problemAt(path, what)),
  }
  let file = emptyFile
  collectProblems(problems, () => {
    file = readFile(readEntry(value, '', checking) ?? { languages: ['en'] }, known, checking)
  })
  return { file, problems }
}

const emptyFile: SchemaFile = { languages: [], spaces: [], fieldSets: [], models: [] }

function readFile(entry: Entry, known: KnownNames, checking: Checking): SchemaFile {
  checkKeys(entry, ['languages', 'spaces', 'fieldSets', 'models'], '', checking)
  const fields: ReadField[] = []
  const note = (read: ReadField): unknown => fields.push(read)
  const languages = readLanguages(entry.languages, checking)
  const spaces = readNamed<FileSpace>(entry, 'spaces', 'space', [], checking, (names) => names)
  const fieldSets = readNamed<FileFieldSet>(
    entry,
    'fieldSets',
    'field set',
    ['fields'],
    checking,
    (names, set, path) => ({
      ...names,
      fields: readFields(set.fields, `${path}.fields`, 'field set', checking, note),
    }),
  )
  const models = readNamed<FileModel>(
    entry,
    'models',
    'model',
    ['title', 'fields'],
    checking,
    (names, model, path) => readModel(names, model, path, known, checking, note),
  )
  checkReferences(
    fields,
    nameable(models, known.models),
    nameable(fieldSets, known.fieldSets),
    checking,
  )
  return { languages, spaces, fieldSets, models }
}

function readLanguages(value: unknown, checking: Checking): string[] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) {
    checking.problem('languages', say('languagesMissing'))
  }
  const list = readList(value, 'languages', checking)
  if (list.length > maxLanguages) {
    checking.problem('languages', say('tooManyLanguages', { has: list.length, max: maxLanguages }))
  }
  const keys = list.flatMap((entry, index) => {
    const path = `languages[${index}]`
    const name = readText(entry, path, checking)
    if (name === undefined) return []
    if (!isLanguageKey(name)) {
      checking.problem(path, say('notLanguageKey', { name: JSON.stringify(shortened(name)) }))
    }
    return [{ name, path }]
  })
  checkDistinct(keys, 'language', checking)
  return keys.map(({ name }) => name)
}

/** Reads a list of things that have names of their own. */
function readNamed<Thing extends FileNames>(
  file: Entry,
  key: string,
  noun: string,
  keys: readonly string[],
  checking: Checking,
  read: (names: FileNames, entry: Entry, path: string) => Thing,
): Thing[] {
  const things = readList(file[key], key, checking).flatMap((value, index) => {
    const path = `${key}[${index}]`
    const entry = readEntry(value, path, checking)
    if (!entry) return []
    checkKeys(entry, ['luid', 'was', 'name', ...keys], path, checking)
    const names = readNames(entry, path, checking)
    // Without a name of its own it still has fields to check.
    const thing = read(names ?? { luid: '', was: null, name: '' }, entry, path)
    return names ? [{ names: thing, path }] : []
  })
  const luids = things.map(({ names, path }) => ({ name: names.luid, path: `${path}.luid` }))
  checkDistinct(luids, noun, checking)
  checkRenames(things, noun, checking)
  return things.map(({ names }) => names)
}

function readModel(
  names: FileNames,
  entry: Entry,
  path: string,
  known: KnownNames,
  checking: Checking,
  note: (read: ReadField) => void,
): FileModel {
  const fields = readFields(entry.fields, `${path}.fields`, 'model', checking, note)
  if (entry.title === undefined) return { ...names, title: null, fields }
  const title = readText(entry.title, `${path}.title`, checking) ?? null
  const field = fields.find(({ luid }) => luid === title)
  const isKept = [names.luid, names.was ?? ''].some((luid) =>
    known.titles.get(luid)?.has(title ?? ''),
  )
  if (title !== null && field && !factsOf(field.type).canBeTitle) {
    checking.problem(
      `${path}.title`,
      say('titleType', { name: title, type: field.type, typeWord: field.type }),
    )
  }
  if (title !== null && !field && !isKept) {
    const meant = nearest(
      title,
      fields.map(({ luid }) => luid),
    )
    const hint = meant === undefined ? '' : `: did you mean "${meant}"?`
    checking.problem(
      `${path}.title`,
      say('titleMissing', { name: JSON.stringify(shortened(title)), hint }),
    )
  }
  return { ...names, title, fields }
}

/** The names that a file may use: its own, and those that stay and are not renamed away. */
function nameable(things: readonly FileNames[], known: ReadonlySet<string>): Set<string> {
  const renamed = new Set(things.map(({ was }) => was))
  const kept = [...known].filter((name) => !renamed.has(name))
  return new Set([...things.map(({ luid }) => luid), ...kept])
}

function checkReferences(
  fields: readonly ReadField[],
  models: ReadonlySet<string>,
  fieldSets: ReadonlySet<string>,
  checking: Checking,
): void {
  function check(name: string, names: ReadonlySet<string>, noun: string, path: string): void {
    if (names.has(name)) return
    const meant = nearest(name, [...names])
    const hint = meant === undefined ? '' : `: did you mean "${meant}"?`
    checking.problem(
      path,
      say('noDefinition', { what: noun, name: JSON.stringify(shortened(name)), hint }),
    )
  }
  for (const { field, path } of fields) {
    if (field.type === 'fieldset') check(field.luid, fieldSets, 'field set', `${path}.luid`)
    if (field.type === 'combination') {
      field.fieldSets.forEach((name, index) =>
        check(name, fieldSets, 'field set', within(path, `fieldSets[${index}]`)),
      )
    }
    if (field.type === 'reference') {
      field.models?.forEach((name, index) =>
        check(name, models, 'model', within(path, `models[${index}]`)),
      )
    }
  }
}
