import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import { addUpload } from '../../media/add-media.ts'
import { assetUrl } from '../../media/asset-url.ts'
import type { ReceivingContext } from '../../media/media-context.ts'
import { deleteMedia } from '../../media/media-state.ts'
import { boundaryOf } from '../../media/multipart.ts'
import { leastBytes, withFile } from '../../media/sent-file.ts'
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
        const { alts, problems } = uploadParameters(request)
        refuseEarly(request, problems, deps.mediaLimits.uploadBytes)
        const named = idempotentRequest(request)
        const { 'content-type': type } = request.headers
        const media = await withFile(request.stream(), type, (file) =>
          addUpload(deps, { ...writerOf(request), ...file, alts, ...(named && { named }) }),
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

const uploadParameters = withKeyProblems(readAlts)

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
  return { alts, problems: withUnreadable(request, problems) }
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
