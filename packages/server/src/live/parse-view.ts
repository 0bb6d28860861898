/** The view of a stream, from its key and its parameters. */
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { listed } from '../query/allowed.ts'
import { splitList, unreadable, type RawQuery } from '../query/parameters.ts'
import { parseModels, parseSpaces } from '../query/parse.ts'
import type { KeyRecord } from '../store/records.ts'
import type { StreamView } from './view.ts'

const streamParameters = ['model', 'space', 'lang'] as const
type StreamParameter = (typeof streamParameters)[number]

interface StreamRequest {
  readonly key: KeyRecord
  readonly schema: Schema
  readonly query: RawQuery
}

export function parseView({ key, schema, query }: StreamRequest): StreamView {
  const problems = unreadable(query)
  const values = valuesIn(query)
  const model = values.get('model')
  const spaceIds = parseSpaces(values.get('space'), key, schema, problems)
  const modelIds = parseModels(model, schema, problems).map(({ id }) => id)
  const languageIds = parseLanguages(values.get('lang'), schema, problems)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return {
    rootId: key.rootId,
    reads: key.reads,
    listsMedia: key.reads === 'draft' || key.listsMedia,
    spaceIds,
    // Also models that are created later.
    modelIds: splitList(model ?? '').length === 0 ? null : modelIds,
    languageIds,
  }
}

/** Repeated parameters are joined, and unknown ones are ignored, as in other reads. */
function valuesIn(query: RawQuery): ReadonlyMap<StreamParameter, string> {
  const values = new Map<StreamParameter, string>()
  for (const [name, value, wrong] of query) {
    const known = streamParameters.find((one) => one === name)
    if (!known || wrong) continue
    const before = values.get(known)
    values.set(known, before === undefined ? value : `${before},${value}`)
  }
  return values
}

function parseLanguages(
  value: string | undefined,
  schema: Schema,
  problems: Problem[],
): number[] | null {
  const keys = splitList(value ?? '').map((key) => key.trim())
  if (keys.length === 0) return null
  const languages = keys.flatMap((key) => schema.languageByKey.get(key) ?? [])
  if (languages.length < keys.length) {
    const names = listed(schema.root.languages.map(({ key }) => key))
    problems.push(problemAt('lang', say('unknownLanguage', { names })))
  }
  return languages.map(({ id }) => id)
}
