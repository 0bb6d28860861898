/** Reads the query of a write. Strictly: a slip of the pen must not write something else. */
import type { Space } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { textInputFormats, type TextInputFormat } from '@octavo/schema/field-types.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { noSuchModel } from '../content/write.ts'
import { unreadable } from '../query/parameters.ts'
import type { Stage } from '../store/records.ts'
import type { ApiRequest } from './api.ts'

type Name = 'model' | 'published' | 'space' | 'ft_format'

/** The space that a write names, if the key may go there. A key never learns what lies outside. */
function spaceOf({ key, schema, query }: ApiRequest): Space {
  const sent = query.filter(([name]) => name === 'space')
  if (sent.length > 1) throw new Refusal('badRequest', [twice('space')])
  const [, luid = parentSpaceLuid, wrong] = sent[0] ?? []
  if (wrong) throw new Refusal('badRequest', [problemAt('space', wrong)])
  const space = schema.spaceByLuid.get(luid)
  if (key.spaceIds && !(space && key.spaceIds.includes(space.id))) {
    throw new Refusal('forbidden', [{ path: 'space', message: 'this key may not write there' }])
  }
  if (space) return space
  throw new Refusal('badRequest', [{ path: 'space', message: 'there is no such space' }])
}

/** Who writes, and where. */
export function writerOf(request: ApiRequest) {
  const { key, schema } = request
  return { rootId: schema.root.id, spaceId: spaceOf(request).id, actor: `key:${key.id}` }
}

export interface TextParameters {
  textFormat: TextInputFormat
  /** What is wrong with the query, to be said together with what is wrong with the body. */
  problems: readonly Problem[]
}

export interface WriteParameters extends TextParameters {
  /** LUID; undefined where no model that there is was named. */
  model: string | undefined
  stage: Stage
}

export function writeParameters(request: ApiRequest): WriteParameters {
  const problems: Problem[] = []
  const model = modelNamed(request, problems)
  const published = scalar(request, 'published', problems) ?? 'false'
  if (published !== 'true' && published !== 'false') {
    problems.push({ path: 'published', message: 'must be true or false' })
  }
  const textFormat = readTextFormat(request, problems)
  const stage = published === 'true' ? 'published' : 'draft'
  return { model, stage, textFormat, problems: withUnreadable(request, problems) }
}

/** Noted here, so that it is said with whatever else is wrong, even where the body is not read. */
function modelNamed(request: ApiRequest, problems: Problem[]): string | undefined {
  const luid = scalar(request, 'model', problems) || undefined
  if (luid !== undefined && request.schema.modelByLuid.has(luid)) return luid
  problems.push(luid === undefined ? { path: 'model', message: 'is required' } : noSuchModel)
  return undefined
}

export function textParameters(request: ApiRequest): TextParameters {
  const problems: Problem[] = []
  const textFormat = readTextFormat(request, problems)
  return { textFormat, problems: withUnreadable(request, problems) }
}

/** Of writes that take no more than a space. */
export function plainParameters(request: ApiRequest): Pick<TextParameters, 'problems'> {
  return { problems: withUnreadable(request, []) }
}

/**
 * With what is wrong with how the query was sent, and nothing else of the same parameters. `space` is
 * told of by `spaceOf`, which comes before.
 */
export function withUnreadable({ query }: ApiRequest, problems: readonly Problem[]): Problem[] {
  const unread = unreadable(query.filter(([name]) => name !== 'space'))
  const paths = new Set(unread.map(({ path }) => path))
  return [...unread, ...problems.filter(({ path }) => !paths.has(path))]
}

/** As `spaceOf`; where there is no such space, all that is wrong with the query is said with it. */
export function authoriseWriting(
  request: ApiRequest,
  read: (request: ApiRequest) => Pick<TextParameters, 'problems'>,
): void {
  try {
    spaceOf(request)
  } catch (error) {
    throw withProblems(error, read(request).problems)
  }
}

/** As `authoriseWriting`, for writes that have no body to be judged together with the query. */
export function authoriseBodiless(
  request: ApiRequest,
  read: (request: ApiRequest) => Pick<TextParameters, 'problems'>,
): void {
  authoriseWriting(request, read)
  const { problems } = read(request)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
}

/** The same refusal of a bad request with these problems before its own; other errors as they are. */
export function withProblems(error: unknown, problems: readonly Problem[]): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'badRequest') return error
  return new Refusal('badRequest', [...problems, ...error.problems])
}

/** What is no id at all names nothing: the same as an id that nothing has. */
export function itemIdOf({ params }: ApiRequest): number {
  const text = params['id'] ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new Refusal('notFound', 'there is no such item')
}

function readTextFormat(request: ApiRequest, problems: Problem[]): TextInputFormat {
  const sent = scalar(request, 'ft_format', problems) ?? 'portable_html'
  const format = textInputFormats.find((name) => name === sent)
  if (!format) {
    problems.push({ path: 'ft_format', message: `must be ${textInputFormats.join(' or ')}` })
  }
  return format ?? 'portable_html'
}

function scalar({ query }: ApiRequest, wanted: Name, problems: Problem[]): string | undefined {
  const values = query.filter(([name]) => name === wanted)
  if (values.length > 1) problems.push(twice(wanted))
  return values[0]?.[1]
}

function twice(path: string): Problem {
  return { path, message: 'is given twice' }
}
