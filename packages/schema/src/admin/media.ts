/** The media library. */
import { z } from 'zod'
import { mediaKinds } from '../choices.ts'
import { contentState } from './contents.ts'
import { paging, sortOrder } from './query.ts'
import { count, id, languageKey, luid, page, shortList, text, time } from './values.ts'

const mediaKind = z.enum(mediaKinds)
const orders = ['created_at', 'filename', 'bytes', 'archived_at', 'deleted_at'] as const

export const mediaListQuery = z.object({
  state: contentState.default('active'),
  space: z.string().exactOptional().describe('LUIDs, comma-separated.'),
  contains: z.string().exactOptional().describe('Part of a file name or alternative text.'),
  kind: mediaKind.exactOptional(),
  order: sortOrder(orders, '-created_at').describe(
    '`-created_at` (default), `created_at`, `filename`, `-filename`, `bytes`, `-bytes`.',
  ),
  ...paging.shape,
})

export const mediaItem = z
  .strictObject({
    id,
    space: luid,
    filename: z.string(),
    type: z.string().describe('Content type, detected from the bytes.'),
    bytes: count,
    width: count.nullable(),
    height: count.nullable(),
    url: z.string().describe('URL of the original. Image parameters may be added.'),
    alts: z.record(z.string(), z.string()).describe('By language key.'),
    createdAt: time,
    archivedAt: time.nullable(),
    deletedAt: time.nullable(),
  })
  .meta({ id: 'MediaItem' })

export const mediaList = page(mediaItem).meta({ id: 'MediaList' })

export const uploadQuery = z.object({
  space: z.string().exactOptional().describe('LUID; default: the parent space.'),
  alt: text(10_000).exactOptional().describe('Alternative text in the main language.'),
})

/** The body of an upload: multipart/form-data with one part `file`. */
export const fileForm = z.instanceof(FormData)

export const mediaChange = z
  .strictObject({
    alts: z
      .record(languageKey, text(10_000).nullable())
      .exactOptional()
      .describe('By language key; null removes a text. Other languages stay unchanged.'),
  })
  .meta({ id: 'MediaChange' })

export const mediaStateChange = z
  .strictObject({
    action: z.enum(['archive', 'restore', 'delete']),
    ids: shortList(id, { least: 1, most: 100 }).describe(
      'At most 100. The change applies to all of them or to none.',
    ),
  })
  .meta({ id: 'MediaStateChange' })

export type MediaItem = z.infer<typeof mediaItem>
export type MediaKind = z.infer<typeof mediaKind>
