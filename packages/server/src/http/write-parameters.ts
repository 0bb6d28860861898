/** Parses the query of a write strictly, so that a typo cannot write something unintended. */
import type { Space } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { textInputFormats, type TextInputFormat } from '@octavo/schema/field-types.ts'
import { isLuid, parentSpaceLuid } from '@octavo/schema/names.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ReleaseTarget } from '../content/releases/write.ts'
import { noSuchModel } from '../content/refusals.ts'
import { unreadable } from '../query/parameters.ts'
import type { Stage } from '../store/records.ts'
import type { ApiRequest } from './api.ts'

type Name = 'model' | 'published' | 'space' | 'ft_format' | 'release'

/** The space of a write. For a key without access, missing spaces and other spaces give the same error. */
function spaceOf({ key, schema, query }: ApiRequest): Space {
  const sent = query.filter(([name]) => name === 'space')
  if (sent.length > 1) throw new Refusal('badRequest', [twice('space')])
  const [, luid = parentSpaceLuid, wrong] = sent[0] ?? []
  if (wrong) throw new Refusal('badRequest', [problemAt('space', wrong)])
  const space = schema.spaceByLuid.get(luid)
  if (key.spaceIds && !(space && key.spaceIds.includes(space.id))) {
    throw new Refusal('forbidden', [
      { path: 'space', message: 'this key may not write to this space' },
    ])
  }
  if (space) return space
  throw new Refusal('badRequest', [{ path: 'space', message: 'there is no such space' }])
}

/** The actor and the space of a write. */
export function writerOf(request: ApiRequest) {
  const { key, schema } = request
  return { rootId: schema.root.id, spaceId: spaceOf(request).id, actor: `key:${key.id}` }
}

/** Rejects a key that writes drafts only. */
export function requirePublishing({ key }: Pick<ApiRequest, 'key'>): void {
  if (key.publishes) return
  throw new Refusal('forbidden', [
    { path: 'published', message: 'this key may not publish; send published=false or omit it' },
  ])
}

export interface TextParameters {
  textFormat: TextInputFormat
  /** Problems of the query, which are reported together with those of the body. */
  problems: readonly Problem[]
}

export interface WriteParameters extends TextParameters {
  /** LUID; undefined if the parameter does not name an existing model. */
  model: string | undefined
  stage: Stage
  /** The release that the write goes into. */
  release?: ReleaseTarget
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
  const release = releaseOf(request, problems)
  if (release && published === 'true') {
    problems.push(problemAt('published', say('releaseWithPublished')))
  }
  const target = release ? { release } : {}
  return { model, stage, textFormat, ...target, problems: withUnreadable(request, problems) }
}

function releaseOf(request: ApiRequest, problems: Problem[]): ReleaseTarget | undefined {
  const luid = scalar(request, 'release', problems)
  if (luid === undefined || luid === '') return undefined
  if (!isLuid(luid)) problems.push(problemAt('release', say('oneRelease')))
  return { luid, canPublish: request.key.publishes }
}

/** For deletions, whose parameters are the space and the release. */
export function deletionParameters(
  request: ApiRequest,
): Pick<WriteParameters, 'problems' | 'release'> {
  const problems: Problem[] = []
  const release = releaseOf(request, problems)
  return { ...(release && { release }), problems: withUnreadable(request, problems) }
}

/** Checked here, so that the problem is reported with all others, even if the body is not read. */
function modelNamed(request: ApiRequest, problems: Problem[]): string | undefined {
  const luid = scalar(request, 'model', problems) || undefined
  if (luid !== undefined && request.schema.modelByLuid.has(luid)) return luid
  problems.push(luid === undefined ? { path: 'model', message: 'is required' } : noSuchModel)
  return undefined
}

export function textParameters(request: ApiRequest): TextParameters {
  const problems: Problem[] = []
  const textFormat = readTextFormat(request, problems)
  rejectRelease(request, problems)
  return { textFormat, problems: withUnreadable(request, problems) }
}

/** Ignoring it would write something unintended. */
function rejectRelease({ query }: ApiRequest, problems: Problem[]): void {
  if (query.some(([name, value]) => name === 'release' && value !== '')) {
    problems.push(problemAt('release', say('noReleaseHere')))
  }
}

/** For writes whose only parameter is the space. */
export function plainParameters(request: ApiRequest): Pick<TextParameters, 'problems'> {
  const problems: Problem[] = []
  rejectRelease(request, problems)
  return { problems: withUnreadable(request, problems) }
}

/**
 * Adds the parameters that cannot be decoded, in place of other problems of the same parameters.
 * `spaceOf` has already checked `space`.
 */
export function withUnreadable({ query }: ApiRequest, problems: readonly Problem[]): Problem[] {
  const unread = unreadable(query.filter(([name]) => name !== 'space'))
  const paths = new Set(unread.map(({ path }) => path))
  return [...unread, ...problems.filter(({ path }) => !paths.has(path))]
}

/** Checks the space. If it is invalid, the error includes all other problems of the query. */
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

/** Like `authoriseWriting`, for writes without a body: rejects all problems of the query. */
export function authoriseBodiless(
  request: ApiRequest,
  read: (request: ApiRequest) => Pick<TextParameters, 'problems'>,
): void {
  authoriseWriting(request, read)
  const { problems } = read(request)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
}

/** Adds problems before those of a 400 error. Other errors stay as they are. */
export function withProblems(error: unknown, problems: readonly Problem[]): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'badRequest') return error
  return new Refusal('badRequest', [...problems, ...error.problems])
}

/** An invalid id gives the same error as an id that does not exist. */
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

function scalar({ query }: ApiRequest, parameter: Name, problems: Problem[]): string | undefined {
  const values = query.filter(([name]) => name === parameter)
  if (values.length > 1) problems.push(twice(parameter))
  return values[0]?.[1]
}

function twice(path: string): Problem {
  return { path, message: 'is given twice' }
}
