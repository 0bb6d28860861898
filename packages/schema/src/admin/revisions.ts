/** Revisions of an item. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { longestRevisionName, revisionKinds } from '../choices.ts'
import { fieldTypeNames } from '../field-types.ts'
import { actor, labels } from './contents.ts'
import { limit, wholeNumber } from './query.ts'
import { fields, id, languageKey, shortList, text, time } from './values.ts'

const largestNumber = 1e15

export const revisionQuery = z.object({
  language: z.string().exactOptional().describe('Only revisions of this language.'),
  before: wholeNumber({ min: 1, max: largestNumber })
    .default(largestNumber)
    .describe('`next` of the previous page.'),
  limit,
})

const changedField = z
  .strictObject({ luid: z.string(), name: z.string() })
  .meta({ id: 'ChangedField' })

const revisionInfo = z
  .strictObject({
    revision: id.describe('Counts from 1 in each item, over all languages.'),
    language: languageKey,
    kind: z.enum(revisionKinds),
    startedAt: time.describe('The first save of an editing session.'),
    at: time.describe('The last save of an editing session, or the time of the publication.'),
    by: actor,
    name: z.string().nullable(),
    changed: z
      .array(changedField)
      .nullable()
      .describe('The changed fields; null for the first revision of a language.'),
    isCurrent: z
      .boolean()
      .describe('Whether it is the latest revision of its language, which may still change.'),
  })
  .meta({ id: 'RevisionInfo' })

export const revisionPage = z
  .strictObject({
    revisions: z.array(revisionInfo),
    next: id.nullable().describe('`before` of the next page; null at the end.'),
  })
  .meta({ id: 'RevisionPage', description: 'Newest first.' })

export const revisionContent = z
  .strictObject({
    ...revisionInfo.shape,
    fields: fields.describe('Values by field LUID, as in `StageValues`, under the current schema.'),
    others: z
      .array(
        z.strictObject({
          name: z.string(),
          luid: z.string(),
          type: z
            .enum(fieldTypeNames)
            .nullable()
            .describe('Null if an earlier version of Octavo removed the field.'),
          value: z.unknown(),
        }),
      )
      .describe('Values of removed fields, and values that their field no longer accepts.'),
    items: labels.shape.items.describe('The referenced items as they are now.'),
    media: labels.shape.media,
  })
  .meta({ id: 'RevisionContent' })

export const revisionName = z
  .strictObject({
    name: text(longestRevisionName)
      .nullable()
      .describe('A named revision is never pruned. Null removes the name.'),
  })
  .meta({ id: 'RevisionName' })

export const itemRevert = z
  .strictObject({
    revision: id,
    fields: shortList(text(64), { least: 1, most: 1000 })
      .exactOptional()
      .describe('LUIDs of the fields to restore; default: all.'),
    expected: text(100)
      .nullable()
      .exactOptional()
      .describe("The version of the revision's language; null or omitted overwrites any version."),
  })
  .meta({
    id: 'ItemRevert',
    description: 'Restores a revision as a draft. Published data does not change.',
  })

export const valueErasure = z
  .strictObject({
    fields: shortList(text(64), { least: 1, most: 1000 })
      .nullable()
      .describe('LUIDs of fields, also of removed ones; null for all values.'),
    language: languageKey.nullable().exactOptional().describe('Null or omitted: all languages.'),
  })
  .meta({
    id: 'ValueErasure',
    description:
      'Erases values from the draft and all revisions, permanently. Rejected while one of the values is published.',
  })

export type RevisionInfo = z.infer<typeof revisionInfo>
export type RevisionContent = z.infer<typeof revisionContent>
