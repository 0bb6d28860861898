import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { folderOf, isFolder, isTag, maxTags, tagOf } from '@octavo/schema/media-labels.ts'
import { say } from '@octavo/schema/problems.ts'
import { addUpload } from '../../media/add-media.ts'
import { assetUrl } from '../../media/asset-url.ts'
import type { ReceivingContext } from '../../media/media-context.ts'
import { deleteMedia } from '../../media/media-state.ts'
import { boundaryOf } from '../../media/multipart.ts'
import { leastBytes, withFile } from '../../media/sent-file.ts'
import { splitList } from '../../query/parameters.ts'
import type { ApiRequest, Route } from '../api.ts'
import { refuseEncoded } from '../body.ts'
import { idempotentRequest, withKeyProblems } from '../idempotency-key.ts'
import {
  authoriseBodiless,
  authoriseWriting,
  plainParameters,
  withProblems,
  writerOf,
  withUnreadable,
} from '../write-parameters.ts'

export interface WriteMediaDeps extends ReceivingContext {
  readonly assetsUrl: string
}

export function writeMediaRoutes(deps: WriteMediaDeps): Route[] {
  return [
    {
      method: 'POST',
      path: '/media',
      summary: 'Upload a file',
      creates: 'media',
      access: 'write media',
      authorise: (request) => authoriseWriting(request, uploadParameters),
      async handle(request) {
        const { alts, labels, problems } = uploadParameters(request)
        refuseEarly(request, problems, deps.mediaLimits.uploadBytes)
        const named = idempotentRequest(request)
        const { 'content-type': type } = request.headers
        const media = await withFile(request.stream(), type, (file) =>
          addUpload(deps, {
            ...writerOf(request),
            ...file,
            alts,
            ...labels,
            ...(named && { named }),
          }),
        )
        const headers = { location: assetUrl(deps.assetsUrl, media) }
        return { body: JSON.stringify({ id: media.id }), headers }
      },
    },
    {
      method: 'DELETE',
      path: '/media/:id',
      summary: 'Delete a file',
      access: 'write media',
      authorise: (request) => authoriseBodiless(request, plainParameters),
      async handle(request) {
        const id = await deleteMedia(deps, { ...writerOf(request), id: mediaIdOf(request) })
        return { body: JSON.stringify({ id }) }
      },
    },
  ]
}

/** An invalid id becomes 0, which never exists. */
function mediaIdOf({ params }: ApiRequest): number {
  const text = params['id'] ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}

const uploadParameters = withKeyProblems(readUpload)

function readUpload(request: ApiRequest) {
  const { alts, problems } = readAlts(request)
  const labels = readLabels(request, problems)
  return { alts, labels, problems: withUnreadable(request, problems) }
}

/** Parses `folder` and `tags`. */
function readLabels(
  { query }: ApiRequest,
  problems: Problem[],
): { folder: string; tags: string[] } {
  const valueOf = (name: string): string => {
    const values = query.filter(([sent]) => sent === name)
    if (values.length > 1) problems.push({ path: name, message: 'is given twice' })
    return values[0]?.[1] ?? ''
  }
  const folder = folderOf(valueOf('folder'))
  if (!isFolder(folder)) problems.push(problemAt('folder', say('notFolder')))
  const tags = splitList(valueOf('tags'))
    .map(tagOf)
    .filter((tag) => tag !== '')
  if (!tags.every(isTag)) problems.push(problemAt('tags', say('notTag')))
  if (tags.length > maxTags) problems.push(problemAt('tags', say('tooManyTags', { max: maxTags })))
  return { folder, tags }
}

/** Parses `alt` for the main language and `alt[ja]` for other languages. */
function readAlts(request: ApiRequest) {
  const { query, schema } = request
  const problems: Problem[] = []
  const alts = new Map<number, string>()
  for (const [path, alt] of query) {
    const [isAlt, key] = /^alt(?:\[(.*)\])?$/s.exec(path) ?? []
    if (isAlt === undefined) continue
    const language = key === undefined ? schema.mainLanguage : schema.languageByKey.get(key)
    if (!language) problems.push({ path, message: 'there is no such language in this space' })
    else if (alts.has(language.id)) problems.push({ path, message: 'is given twice' })
    else alts.set(language.id, alt)
  }
  return { alts, problems }
}

/** Reports all problems that can be detected before the body is read. */
function refuseEarly(request: ApiRequest, problems: readonly Problem[], uploadBytes: number): void {
  try {
    refuseEncoded(request)
    boundaryOf(request.headers['content-type'])
    if (leastBytes(request.headers['content-length']) > uploadBytes) {
      const message = `is larger than ${uploadBytes} bytes`
      throw new Refusal('badRequest', [{ path: 'file', message }])
    }
  } catch (error) {
    throw withProblems(error, problems)
  }
  if (problems.length > 0) throw new Refusal('badRequest', problems)
}
