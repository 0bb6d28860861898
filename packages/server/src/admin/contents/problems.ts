/** Translates the paths of problems into those of requests from Studio. */
import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'

/** `fields.title` → `languages.en.fields.title`; `fields[ja].title` → `languages.ja.fields.title`. */
export function inLanguages(problems: readonly Problem[], schema: Schema): Problem[] {
  const main = schema.mainLanguage.key
  return problems.map((problem) => ({
    ...problem,
    path: problem.path
      .replace(/^item \d+, /, '')
      .replace(/^fields\[([^\]]*)\](?=\.|$)/, 'languages.$1.fields')
      .replace(/^fields(?=[.[]|$)/, `languages.${main}.fields`),
  }))
}

/** Runs a use case of content/ and translates the paths of its problems. */
export async function withStudioPaths<T>(schema: Schema, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Subclasses of `Refusal` carry more than problems and have no such paths.
    if (!(error instanceof Refusal) || error.constructor !== Refusal) throw error
    throw new Refusal(error.kind, inLanguages(error.problems, schema))
  }
}

/** Converts `{en: …, ja: …}` to the body that content/ expects: `{fields, fields[ja]}`. */
export function bodyOf(languages: Record<string, { fields: unknown }>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(languages).map(([key, { fields }]) => [`fields[${key}]`, fields]),
  )
}
