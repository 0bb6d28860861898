/** The media library. */
import { z } from 'zod'
import { mediaKinds } from '../choices.ts'
import { folderOf, focusOf, isFolder, isTag, maxTags, tagOf } from '../media-labels.ts'
import { say } from '../problems.ts'
import { contentState } from './contents.ts'
import { paging, sortOrder } from './query.ts'
import { count, id, languageKey, luid, page, rule, shortList, text, time } from './values.ts'

const mediaKind = z.enum(mediaKinds)
const side = z.number().min(0).max(1)

export const focus = z.strictObject({ x: side, y: side }).meta({
  id: 'Focus',
  description: 'The point that crops keep in view: from 0 (left, top) to 1 (right, bottom).',
})

const folder = text(1_000)
  .transform(folderOf)
  .refine(isFolder, rule(say('notFolder')))
  .meta({ type: 'string' })
const tag = text(1_000)
  .transform(tagOf)
  .refine(isTag, rule(say('notTag')))
  .meta({ type: 'string' })
const tags = shortList(tag, { most: maxTags })

const folderName = folder.exactOptional().describe('A path such as `press/2026`; empty for none.')
const tagList = z
  .string()
  .transform((value): unknown[] => value.split(',').filter((part) => part.trim() !== ''))
  .pipe(tags)
  .meta({ type: 'string' })

const orders = ['created_at', 'filename', 'bytes', 'archived_at', 'deleted_at'] as const

export const mediaListQuery = z.object({
  state: contentState.default('active'),
  space: z.string().exactOptional().describe('LUIDs, comma-separated.'),
  contains: z.string().exactOptional().describe('Part of a file name or alternative text.'),
  kind: mediaKind.exactOptional(),
  folder: folder
    .exactOptional()
    .describe('A path such as `press/2026`, with the folders in it; `/` for no folder.'),
  tag: tagList.exactOptional().describe('Tags, comma-separated; media must have all of them.'),
  without_alt: z
    .string()
    .exactOptional()
    .describe('Only media without an alternative text in this language.'),
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
    folder: z.string().describe('A path such as `press/2026`; empty for none.'),
    tags: z.array(z.string()),
    focus: focus.nullable().describe('Null until it is set; then crops keep the centre.'),
    createdAt: time,
    archivedAt: time.nullable(),
    deletedAt: time.nullable(),
  })
  .meta({ id: 'MediaItem' })

export const mediaList = page(mediaItem).meta({ id: 'MediaList' })

export const uploadQuery = z.object({
  space: z.string().exactOptional().describe('LUID; default: the parent space.'),
  alt: text(10_000).exactOptional().describe('Alternative text in the main language.'),
  folder: folderName,
  tags: tagList.exactOptional().describe('Comma-separated.'),
})

/** The body of an upload: multipart/form-data with one part `file`. */
export const fileForm = z.instanceof(FormData)

export const mediaChange = z
  .strictObject({
    alts: z
      .record(languageKey, text(10_000).nullable())
      .exactOptional()
      .describe('By language key; null removes a text. Other languages stay unchanged.'),
    folder: folderName,
    tags: tags.exactOptional().describe('All tags of the file.'),
    focus: focus
      .transform(focusOf)
      .nullable()
      .exactOptional()
      .describe('For images; null for the centre.'),
  })
  .meta({ id: 'MediaChange' })

export const mediaLabeling = z
  .strictObject({
    ids: shortList(id, { least: 1, most: 100 }).describe(
      'At most 100. The change applies to all of them or to none.',
    ),
    folder: folderName,
    addTags: tags.exactOptional(),
    removeTags: tags.exactOptional(),
  })
  .meta({ id: 'MediaLabeling' })

const labelCount = z.strictObject({ name: z.string(), count }).meta({ id: 'LabelCount' })

export const mediaLabels = z
  .strictObject({ folders: z.array(labelCount), tags: z.array(labelCount) })
  .meta({
    id: 'MediaLabels',
    description: 'Folders and tags in use, with the number of media directly in them.',
  })

export const mediaStateChange = z
  .strictObject({
    action: z.enum(['archive', 'restore', 'delete']),
    ids: shortList(id, { least: 1, most: 100 }).describe(
      'At most 100. The change applies to all of them or to none.',
    ),
  })
  .meta({ id: 'MediaStateChange' })

export type MediaItem = z.infer<typeof mediaItem>
export type MediaLabels = z.infer<typeof mediaLabels>
export type MediaKind = z.infer<typeof mediaKind>
