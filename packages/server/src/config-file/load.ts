/** Reads a configuration file and reports everything that is wrong with it at once. */
import { statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addProblem, collectProblems, type Problem } from '@octavo/schema/errors.ts'
import type { FileVariables } from '../config.ts'
import { checkFile, noExistingNames } from '../modeling/check-file.ts'
import { closestPath, placed, type SchemaSource } from '../modeling/source.ts'
import { isObject } from '../fields/stored-shapes.ts'
import { BadConfig } from './bad-config.ts'
import { checkKeys, schemaKeys } from './check-keys.ts'
import { dotEnvPath, readDotEnv } from './dot-env.ts'
import { evaluate } from './evaluate.ts'
import type { Evaluation } from './evaluate-thread.ts'
import { readVariables } from './read-variables.ts'

export interface LoadedConfig {
  path: string
  /** As messages name it: relative to the working folder where it is inside. */
  name: string
  /** The languages, spaces, field sets and models; undefined where the file has none of them. */
  schema: SchemaSource | undefined
  variables: FileVariables
  /** The file for generated types. */
  types: string | undefined
  /** Paths of the file itself, of what it imports from the project, and of `.env` beside it. */
  files: string[]
}

export async function loadConfig(path: string): Promise<LoadedConfig> {
  const full = resolve(path)
  const name = shortName(full)
  const bad = (problem: Problem, files = [full]): BadConfig => new BadConfig([problem], files)
  if (!statSync(full, { throwIfNoEntry: false })?.isFile())
    throw bad({ path: name, message: 'there is no such file; check --config' })
  const evaluation = await evaluate(full)
  const files = [...pathsOf(evaluation), dotEnvPath(full)]
  if (!evaluation.isLoaded) {
    const { message, place } = evaluation
    throw bad({ path: place ? shortPlace(place) : name, message: oneLine(message) }, files)
  }
  const { value } = evaluation
  if (!isObject(value)) {
    const message = 'has no default export: write export default defineConfig({ … })'
    throw bad({ path: name, message }, files)
  }
  return checked(value, evaluation, { name, full, files })
}

interface Names {
  name: string
  full: string
  files: string[]
}

function checked(
  value: Record<string, unknown>,
  { places, faults }: Extract<Evaluation, { isLoaded: true }>,
  { name, full, files }: Names,
): LoadedConfig {
  const problems: Problem[] = []
  const report = (problem: Problem): void => addProblem(problems, problem)
  const placeByPath = new Map(places.map(([path, place]) => [path, shortPlace(place)]))
  const placeOf = (path: string): string => placeByPath.get(closestPath(path, placeByPath)) ?? name
  const schema = schemaIn(value, placeOf)
  let variables: FileVariables = new Map()
  let types: string | undefined
  collectProblems(problems, () => {
    for (const [path, message] of faults) report({ path, message })
    checkKeys(value, report)
    const ownSettings = readVariables(value, { name, folder: dirname(full), report })
    variables = new Map([...ownSettings, ...readDotEnv(dotEnvPath(full))])
    types = typesIn(value, dirname(full), report)
    if (schema)
      for (const problem of checkFile(schema.value, noExistingNames).problems) report(problem)
  })
  if (problems.length > 0) throw new BadConfig(placed(problems, { placeOf }), files)
  return { path: full, name, schema, variables, types, files }
}

function schemaIn(
  value: Record<string, unknown>,
  placeOf: SchemaSource['placeOf'],
): SchemaSource | undefined {
  const own = schemaKeys.filter((key) => key in value).map((key) => [key, value[key]])
  return own.length === 0 ? undefined : { value: Object.fromEntries(own), problems: [], placeOf }
}

function typesIn(
  { types }: Record<string, unknown>,
  folder: string,
  report: (problem: Problem) => void,
): string | undefined {
  if (types === undefined) return undefined
  if (typeof types === 'string' && types !== '') return resolve(folder, types)
  report({ path: 'types', message: 'must be the name of a file' })
  return undefined
}

function pathsOf({ files }: Evaluation): string[] {
  return files.map((url) => fileURLToPath(url.replace(/[?#].*$/, '')))
}

function shortPlace(place: string): string {
  const [, url = place, position = ''] = /^(.*?)((?::\d+){1,2})$/.exec(place) ?? []
  return `${shortName(fileURLToPath(url))}${position}`
}

function shortName(path: string): string {
  const fromHere = relative('', path)
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
