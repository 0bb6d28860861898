import type { Language } from '@octavo/schema/definitions.ts'
import { addProblem, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { shortened } from '../fields/input.ts'

/** The data of one language as sent by the client. */
export interface LanguageInput {
  language: Language
  /** `fields` or `fields[ja]`, as in the request body. */
  path: string
  fields: unknown
}

/** Which languages a request must contain. */
export type LanguageNeed = 'main' | 'any' | 'none'

const languageKeyPattern = /^fields\[(.*)\]$/s

/** Reads `{fields, fields[<language>]}` and collects every problem. */
export function readLanguages(
  schema: Schema,
  body: unknown,
  need: LanguageNeed,
  problems: Problem[],
): LanguageInput[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    addProblem(problems, { path: '', message: 'the body must be a JSON object with "fields"' })
    return []
  }
  const inputs: LanguageInput[] = []
  const before = problems.length
  for (const name of Object.keys(body)) {
    const language = languageNamed(schema, name)
    if (!language) addProblem(problems, { path: shortened(name), message: unknownName(name) })
    else if (inputs.some((input) => input.language === language)) {
      addProblem(problems, {
        path: name,
        message: 'the main language occurs twice; send either "fields" or its language key',
      })
    } else inputs.push({ language, path: name, fields: (body as Record<string, unknown>)[name] })
  }
  const hasMain = inputs.some((input) => input.language === schema.mainLanguage)
  if (need === 'main' && !hasMain) {
    addProblem(problems, { path: 'fields', message: 'the data of the main language is required' })
  } else if (need === 'any' && inputs.length === 0 && problems.length === before) {
    const message = 'the data of at least one language is required'
    addProblem(problems, { path: 'fields', message })
  }
  return inputs
}

function languageNamed(schema: Schema, name: string): Language | undefined {
  if (name === 'fields') return schema.mainLanguage
  const key = languageKeyPattern.exec(name)?.[1]
  return key === undefined ? undefined : schema.languageByKey.get(key)
}

function unknownName(name: string): string {
  return languageKeyPattern.test(name)
    ? 'the space has no such language'
    : 'is not a known property; send "fields" or "fields[<language>]"'
}
