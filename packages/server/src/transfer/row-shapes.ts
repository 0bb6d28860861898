/** The schema of every row of a backup. Nullable columns may be missing. */
import { eventTypes } from '@octavo/schema/events.ts'
import { releaseActions, revisionKinds, scheduleActions } from '@octavo/schema/choices.ts'
import { views } from '@octavo/schema/field-types.ts'
import { roles } from '@octavo/schema/roles.ts'
import { isDate, isTime } from '@octavo/schema/times.ts'
import { deployPresets, disabledReasons } from '@octavo/schema/webhooks.ts'
import { z } from 'zod'
import { focus } from '@octavo/schema/admin/media.ts'
import { isFolder, isTag } from '@octavo/schema/media-labels.ts'
import { definitionShape, id, settingsShape } from './definition-shape.ts'

const text = z
  .string()
  .refine((value) => !value.includes('\0'), 'contains a NUL character')
  .refine((value) => value.isWellFormed(), 'contains a lone surrogate')
const time = z.custom<number>(isTime, 'must be a time in milliseconds')
const flag = z.union([z.literal(0), z.literal(1)], 'must be 0 or 1')
const count = z.int().min(0)

/** Only these escapes can become a NUL or a lone surrogate when the text is parsed. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/

/** JSON of this shape in a text column. */
function json(shape: z.ZodType) {
  return text.superRefine((value, context) => {
    let parsed: unknown
    try {
      parsed = JSON.parse(value)
    } catch {
      return context.addIssue({ code: 'custom', message: 'is not JSON' })
    }
    for (const { path, message } of shape.safeParse(parsed).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
    if (suspicious.test(value) && !hasGoodTexts(parsed)) {
      context.addIssue({ code: 'custom', message: 'contains a NUL character or a lone surrogate' })
    }
  })
}

function hasGoodTexts(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => hasGoodTexts(key) && hasGoodTexts(inner))
}

const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.nullable().default(null)
const values = json(z.record(z.string(), z.unknown()))
const ids = json(z.array(id))
const stageData = z.object({ values: z.record(z.string(), z.unknown()), updatedAt: time })
const copy = maybe(json(stageData))
const problems = maybe(json(z.array(z.object({ path: z.string(), message: z.string() }))))

const revisionFacts = {
  item_id: id,
  number: id,
  language_id: id,
  kind: z.enum(revisionKinds),
  started_at: time,
  at: time,
  actor: text,
  name: maybe(text),
  fields: maybe(ids),
}

export interface TableShape {
  readonly row: z.ZodType<Record<string, string | number | null>>
  /** The primary key, by which rows are sorted. */
  readonly key: readonly string[]
  /** Columns with unique values. */
  readonly unique?: readonly string[]
}

export const tableShapes: Readonly<Record<string, TableShape>> = {
  roots: {
    key: ['id'],
    unique: ['luid'],
    row: z.object({
      id,
      luid: text,
      name: text,
      version: z.int().min(1),
      definition: json(definitionShape),
      settings: json(settingsShape),
    }),
  },
  users: {
    key: ['id'],
    unique: ['email'],
    row: z.object({
      id,
      email: text,
      role: z.enum(roles),
      password_hash: text,
      created_at: time,
      name: maybe(text),
      space_ids: maybe(ids),
      preferences: maybe(json(z.record(z.string(), z.unknown()))),
    }),
  },
  keys: {
    key: ['id'],
    row: z.object({
      id,
      root_id: id,
      name: text,
      secret_hash: text,
      hint: text,
      reads: z.enum(views),
      space_ids: maybe(ids),
      writes_contents: flag,
      writes_media: flag,
      publishes: flag.default(1),
      lists_media: flag.default(0),
      read_limit: maybe(count),
      write_limit: maybe(count),
      expires_at: maybe(time),
      disabled_at: maybe(time),
      created_at: time,
    }),
  },
  media: {
    key: ['id'],
    row: z.object({
      id,
      root_id: id,
      space_id: id,
      filename: text,
      // Used as a header.
      type: z.string().regex(/^[!-~]+( [!-~]+)*$/, 'must be a content type'),
      bytes: count,
      width: maybe(count),
      height: maybe(count),
      // Used as a file name.
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
      folder: text.refine(isFolder, 'must be a path of folders').default(''),
      focus: maybe(json(focus)),
      created_at: time,
      archived_at: maybe(time),
      deleted_at: maybe(time),
    }),
  },
  media_tags: {
    key: ['media_id', 'tag'],
    row: z.object({ media_id: id, tag: text.refine(isTag, 'must be a tag') }),
  },
  media_alts: {
    key: ['media_id', 'language_id'],
    row: z.object({ media_id: id, language_id: id, alt: text }),
  },
  items: {
    key: ['id'],
    row: z.object({
      id,
      root_id: id,
      space_id: id,
      model_id: id,
      created_at: time,
      archived_at: maybe(time),
      deleted_at: maybe(time),
    }),
  },
  item_languages: {
    key: ['item_id', 'language_id'],
    row: z.object({
      item_id: id,
      language_id: id,
      draft: maybe(values),
      draft_updated_at: maybe(time),
      published: maybe(values),
      published_updated_at: maybe(time),
      published_at: maybe(time),
      last_published_at: maybe(time),
    }),
  },
  releases: {
    key: ['id'],
    row: z.object({
      id,
      root_id: id,
      luid: text,
      name: text,
      actor: text,
      created_at: time,
      due_at: maybe(time),
      publisher: maybe(text),
      published_at: maybe(time),
      undone_at: maybe(time),
      archived_at: maybe(time),
      failed_at: maybe(time),
      problems,
    }),
  },
  release_entries: {
    key: ['release_id', 'item_id', 'language_id'],
    row: z.object({
      release_id: id,
      item_id: id,
      language_id: count,
      action: z.enum(releaseActions),
      copy,
      base: count,
      previous: maybe(
        json(z.object({ published: stageData.nullable(), lastPublishedAt: time.nullable() })),
      ),
      actor: text,
      added_at: time,
      stamp: count,
    }),
  },
  reviews: {
    key: ['item_id'],
    row: z.object({
      item_id: id,
      root_id: id,
      due_on: z.string().refine(isDate, 'must be a date'),
    }),
  },
  schedules: {
    key: ['item_id', 'language_id', 'action'],
    row: z.object({
      item_id: id,
      language_id: id,
      action: z.enum(scheduleActions),
      root_id: id,
      due_at: time,
      copy,
      actor: text,
      created_at: time,
      failed_at: maybe(time),
      problems,
    }),
  },
  revision_heads: {
    key: ['item_id', 'language_id'],
    row: z.object({ ...revisionFacts, path: ids, length: count, is_sealed: flag }),
  },
  revisions: {
    key: ['item_id', 'language_id', 'number'],
    row: z.object({
      ...revisionFacts,
      root_id: id,
      base: id,
      position: count,
      data: z.base64('must be Base64'),
    }),
  },
  retired_fields: {
    key: ['field_id'],
    row: z.object({ field_id: id, root_id: id, luid: text, name: text, type: maybe(text) }),
  },
  changes: {
    key: ['seq'],
    row: z.object({
      seq: id,
      at: time,
      root_id: z.int().min(0),
      kind: text,
      subject_id: z.int().min(0),
      model_id: maybe(z.int().min(0)),
      actor: text,
      action: text,
      scopes: text.regex(/^(?:\d{1,15}(?: \d{1,15})*)?$/, 'must be numbers separated by spaces'),
      space_id: maybe(id),
      events: text.default(''),
      batch: count.default(0),
      address: maybe(text),
    }),
  },
  webhooks: {
    key: ['id'],
    row: z.object({
      id,
      root_id: id,
      name: text,
      target: z.url({ protocol: /^https?$/ }),
      events: json(z.array(z.enum(eventTypes))),
      model_ids: maybe(ids),
      space_ids: maybe(ids),
      language_ids: maybe(ids),
      condition: maybe(text),
      includes_drafts: flag,
      headers: json(z.array(z.strictObject({ name: text, value: text, isSecret: z.boolean() }))),
      template: maybe(text),
      rate_limit: maybe(count),
      deploy: maybe(
        json(z.strictObject({ preset: z.enum(deployPresets), debounce: count, interval: count })),
      ),
      secret: z.literal('', 'must be empty'),
      previous_secret: z.null().default(null),
      previous_secret_until: z.null().default(null),
      created_at: time,
      disabled_at: maybe(time),
      disabled_reason: maybe(z.enum(disabledReasons)),
      failing_since: maybe(time),
    }),
  },
  saved_views: {
    key: ['id'],
    row: z.object({
      id: text,
      root_id: id,
      user_id: id,
      is_shared: flag,
      name: text,
      search: json(z.record(z.string(), text)),
      created_at: time,
    }),
  },
}
