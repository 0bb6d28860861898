/** Parses a line of an import file into an item and collects all problems. */
import type { Language, Model } from '@octavo/schema/definitions.ts'
import { addProblem, collectProblems, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { parseTime } from '@octavo/schema/times.ts'
import { z } from 'zod'
import { readLanguages } from '../content/input.ts'
import type { TextSource } from '../content/texts.ts'
import { checkValues, type ValueCheck } from '../content/writing.ts'
import { parseExactJson } from '../fields/exact-json.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { shortened } from '../fields/input.ts'
import { isObject } from '../fields/stored-shapes.ts'
import { writeValues } from '../fields/values.ts'
import type { Item, ItemLanguage, StageData } from '../store/records.ts'
import { highestImportId, isImportId } from './line-id.ts'
import { timeNames, type LineTimes } from './line.ts'

/** Import files contain flexible text as portable_html and may contain multi select. */
const source = { textFormat: 'portable_html', allowsMultiselect: true } as const

export interface ParsedLine {
  /** Its id is 0 if the line has none. */
  item: Item
  check: ValueCheck
}

export function parseLine(
  schema: Schema,
  { text, fault }: { text: string; fault: string | undefined },
  now: number,
  texts: TextSource,
): ParsedLine {
  const check = checkValues(schema, source, { fillsInitial: true, texts })
  const line = fault === undefined ? parseJson(text) : fault
  let item = emptyItem(schema, now)
  if (typeof line === 'string') addProblem(check.problems, { path: '', message: line })
  else collectProblems(check.problems, () => (item = readItem(schema, line, check, now)))
  return { item, check }
}

function emptyItem(schema: Schema, createdAt: number): Item {
  return {
    id: 0,
    rootId: schema.root.id,
    spaceId: 0,
    modelId: 0,
    createdAt,
    archivedAt: null,
    deletedAt: null,
    languages: new Map(),
  }
}

/** Returns the object, or an error message. */
function parseJson(text: string): Line | string {
  try {
    const line = parseExactJson(text)
    return isObject(line) ? line : 'must be a JSON object'
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : ''}`
  }
}

function readItem(schema: Schema, line: Line, check: ValueCheck, now: number): Item {
  const reader = lineReader(check.problems)
  const { fields, draft, ...facts } = separate(line)
  for (const name of Object.keys(facts)) {
    if (!factNames.has(name)) reader.problem(shortened(name), 'unknown property')
  }
  const model = reader.named(facts['model'], 'model', schema.modelByLuid)
  const space =
    facts['space'] === undefined
      ? schema.parentSpace
      : reader.named(facts['space'], 'space', schema.spaceByLuid)
  const isPublished = reader.read(facts['published'], 'published', flag) ?? false
  if (draft !== undefined && !isPublished) {
    reader.problem('draft', 'is allowed only with published data; use "fields" instead')
  }
  const createdAt = reader.read(facts['created_at'], 'created_at', time) ?? now
  const archivedAt =
    facts['archived'] === true ? now : reader.read(facts['archived'], 'archived', time)
  const top = readStage(schema, model, fields, '', check)
  const drafts = draft === undefined ? undefined : readStage(schema, model, draft, 'draft.', check)
  const times = readTimes(schema, facts['times'], reader)
  const stages = isPublished
    ? { published: top, draft: drafts }
    : { published: undefined, draft: top }
  const item: Item = {
    ...emptyItem(schema, createdAt),
    id: reader.read(facts['id'], 'id', id) ?? 0,
    spaceId: space?.id ?? 0,
    modelId: model?.id ?? 0,
    archivedAt: archivedAt ?? null,
    languages: languagesOf(schema, stages, times, createdAt, reader),
  }
  // An item whose languages have all been removed is exported with empty times.
  if (item.languages.size === 0 && facts['times'] === undefined && check.problems.length === 0) {
    reader.problem('fields', 'the data of at least one language is required')
  }
  return item
}

const factNames = new Set(['model', 'space', 'id', 'published', 'created_at', 'archived', 'times'])

type Line = Record<string, unknown>

function separate({ draft, ...rest }: Line): Line & { fields: Line; draft: unknown } {
  const isFields = ([name]: [string, unknown]): boolean => /^fields(\[|$)/.test(name)
  const entries = Object.entries(rest)
  const facts = Object.fromEntries(entries.filter((entry) => !isFields(entry)))
  return { ...facts, fields: Object.fromEntries(entries.filter(isFields)), draft }
}

function readStage(
  schema: Schema,
  model: Model | undefined,
  body: unknown,
  prefix: string,
  check: ValueCheck,
): Map<Language, StoredValues> {
  const problems: Problem[] = []
  const inputs = readLanguages(schema, body, 'none', problems)
  for (const { path, message } of problems) {
    addProblem(check.problems, { path: path === '' ? 'draft' : prefix + path, message })
  }
  if (!model) return new Map()
  return new Map(
    inputs.map(({ language, path, fields }) => [
      language,
      writeValues(fields, model.fields, prefix + path, check.writingIn(language)),
    ]),
  )
}

type Times = { [Name in keyof LineTimes]: number | undefined }

function readTimes(schema: Schema, input: unknown, reader: LineReader): Map<Language, Times> {
  const byLanguage = new Map<Language, Times>()
  for (const [key, times] of Object.entries(reader.read(input, 'times', object) ?? {})) {
    const language = schema.languageByKey.get(key)
    const path = `times.${shortened(key)}`
    if (!language) reader.problem(path, 'the space has no such language')
    const read: Times = {}
    for (const [name, value] of Object.entries(reader.read(times, path, object) ?? {})) {
      const timeName = timeNames.find((candidate) => candidate === name)
      if (timeName) read[timeName] = reader.read(value, `${path}.${name}`, time)
      else reader.problem(`${path}.${shortened(name)}`, 'unknown property')
    }
    if (language) byLanguage.set(language, read)
  }
  return byLanguage
}

interface Stages {
  published: Map<Language, StoredValues> | undefined
  draft: Map<Language, StoredValues> | undefined
}

/** Missing times default to the creation time of the item. */
function languagesOf(
  schema: Schema,
  stages: Stages,
  times: Map<Language, Times>,
  createdAt: number,
  reader: LineReader,
): Map<number, ItemLanguage> {
  const languages = new Map<number, ItemLanguage>()
  for (const language of schema.root.languages.toSorted((a, b) => a.id - b.id)) {
    const published = stages.published?.get(language)
    const draft = stages.draft?.get(language)
    const given = times.get(language) ?? {}
    const path = `times.${language.key}`
    const publishedAt = given.published_at ?? (published && createdAt) ?? null
    const lastPublishedAt = given.last_published_at ?? publishedAt
    if (given.published_updated_at !== undefined && !published) {
      reader.problem(`${path}.published_updated_at`, 'there is no published data in this language')
    }
    if (given.draft_updated_at !== undefined && !draft) {
      reader.problem(`${path}.draft_updated_at`, 'there is no draft data in this language')
    }
    if (publishedAt === null && lastPublishedAt !== null) {
      reader.problem(`${path}.last_published_at`, 'requires published_at')
    }
    if (!published && !draft && publishedAt === null) continue
    languages.set(language.id, {
      published: staged(published, given.published_updated_at ?? lastPublishedAt ?? createdAt),
      draft: staged(draft, given.draft_updated_at ?? createdAt),
      publishedAt,
      lastPublishedAt,
    })
  }
  return languages
}

function staged(values: StoredValues | undefined, updatedAt: number): StageData | null {
  return values ? { values, updatedAt } : null
}

type LineReader = ReturnType<typeof lineReader>

function lineReader(problems: Problem[]) {
  const problem = (path: string, message: string): void => addProblem(problems, { path, message })
  return {
    problem,
    read<Value>(value: unknown, path: string, shape: z.ZodType<Value>): Value | undefined {
      const { data, error } = shape.safeParse(value)
      if (error) problem(path, error.issues[0]?.message ?? '')
      return data
    },
    named<Value>(value: unknown, name: string, known: ReadonlyMap<string, Value>) {
      const found = typeof value === 'string' ? known.get(value) : undefined
      if (value === undefined) problem(name, 'is missing')
      else if (!found) problem(name, `there is no such ${name} in this root space`)
      return found
    },
  }
}

const flag = z.boolean('must be true or false').optional()
const id = z
  .custom<number>(isImportId, `must be a whole number from 1 to ${highestImportId}`)
  .optional()
const notTime = 'must be an ISO 8601 time with Z or an offset'
const time = z
  .string(notTime)
  .transform((text) => parseTime(text))
  .refine((parsed) => parsed !== undefined, notTime)
  .optional()
const object = z.custom<Line>(isObject, 'must be an object').optional()
