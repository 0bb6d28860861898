/** The two reads of media: a list, and one by id. */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Dependencies } from '../changes/tags.ts'
import { assetUrl } from '../media/asset-url.ts'
import { parseMediaListQuery, parseMediaQuery } from '../query/parse-media.ts'
import type { MediaRecord } from '../store/records.ts'
import type { ContentsRequest, Delivery, ReadReply } from './read-contents.ts'

type MediaReply = Omit<ReadReply, 'body' | 'fingerprint' | 'version'> & { readonly body: Buffer }

export async function listMedia(
  { assetsUrl }: Pick<Delivery, 'assetsUrl'>,
  request: ContentsRequest,
): Promise<MediaReply> {
  const { schema, reading } = request
  const { query, detail } = parseMediaListQuery(request)
  const { filter, limit, offset, languageId } = query
  const { media, total } = await reading.media(filter, { limit, offset })
  const data = media.map((one) => valueOf(one, { schema, languageId, assetsUrl }))
  return {
    body: Buffer.from(JSON.stringify({ total, offset, limit, data })),
    ...dependenciesOf(request, { hasEveryMedia: true }),
    detail,
  }
}

export async function getMedia(
  { assetsUrl }: Pick<Delivery, 'assetsUrl'>,
  request: ContentsRequest,
  givenId: string,
): Promise<MediaReply> {
  const { schema, reading } = request
  const { query, detail } = parseMediaQuery(request)
  const id = /^[1-9]\d{0,14}$/.test(givenId) ? Number(givenId) : 0
  const [media] = id > 0 ? await reading.visibleMedia([id]) : []
  const isReachable = media && (query.spaceIds?.includes(media.spaceId) ?? true)
  if (media?.rootId !== schema.root.id || !isReachable) {
    throw new Refusal('notFound', say('mediaGone'))
  }
  const { languageId } = query
  return {
    body: Buffer.from(JSON.stringify(valueOf(media, { schema, languageId, assetsUrl }))),
    ...dependenciesOf(request, { media: [id] }),
    detail,
  }
}

interface Shown {
  readonly schema: Schema
  readonly languageId: number
  readonly assetsUrl: string
}

function valueOf(media: MediaRecord, { schema, languageId, assetsUrl }: Shown): object {
  const { id, alts, width, height, bytes, type, folder, tags, createdAt } = media
  return {
    id,
    url: assetUrl(assetsUrl, media),
    alt: alts.get(languageId) ?? alts.get(schema.mainLanguage.id) ?? '',
    width,
    height,
    bytes,
    type,
    folder,
    tags,
    created_at: formatTime(createdAt),
  }
}

/** Responses to draft keys are not cached. */
function dependenciesOf(
  { key, schema }: ContentsRequest,
  on: Pick<Partial<Dependencies>, 'media' | 'hasEveryMedia'>,
): { dependencies?: Dependencies } {
  if (key.reads === 'draft') return {}
  const items = { items: new Map<number, number>(), shownIds: [], others: [] }
  const none = { scopes: [], memberModels: [], ...items, otherMedia: [] }
  return { dependencies: { rootId: schema.root.id, ...none, media: [], ...on } }
}
