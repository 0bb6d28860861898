/** One item for editing, and its changes. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { itemActions } from '../choices.ts'
import { actor, labels, status } from './contents.ts'
import { problem } from './problems.ts'
import { fields, id, languageKey, text, time } from './values.ts'

const stageValues = z
  .strictObject({
    fields: fields.describe(
      'Values by field LUID in the shapes that /v1 writes take (references and media as ids, flexible ' +
        'text as portable_html, multi select as an array). Empty fields are left out, and in a ' +
        'sub-language those that are not translatable.',
    ),
    updatedAt: time,
  })
  .meta({ id: 'StageValues' })

const editableLanguage = z
  .strictObject({
    language: z.string(),
    status: status.nullable().describe('Null: no data.'),
    version: z
      .string()
      .describe(
        "Changes with every change of this language's data. Opaque; sent back as `expected`.",
      ),
    draft: stageValues.nullable(),
    published: stageValues.nullable(),
    publishedAt: time.nullable(),
    lastPublishedAt: time.nullable(),
  })
  .meta({ id: 'EditableLanguage' })

export const editableItem = z
  .strictObject({
    id,
    model: z.string(),
    space: z.string(),
    title: z.string(),
    createdAt: time,
    archivedAt: time.nullable(),
    deletedAt: time.nullable(),
    createdBy: actor.nullable(),
    changedBy: actor.nullable().describe('The last change of any kind.'),
    changedAt: time,
    languages: z
      .array(editableLanguage)
      .describe('Every language of the root in its order, those without data included.'),
    problems: z
      .array(problem)
      .describe(
        "What would keep each language's draft from being published: paths `languages.ja.fields.title`.",
      ),
    items: labels.shape.items.describe(
      'Whatever the values point at, by id, so that the editor shows names at once.',
    ),
    media: labels.shape.media,
  })
  .meta({ id: 'EditableItem' })

export const itemCreation = z
  .strictObject({
    model: text(64),
    space: text(64).exactOptional().describe('LUID; left out: the parent space.'),
    languages: z
      .record(languageKey, z.strictObject({ fields }))
      .describe(
        'The main language must be among them. `fields` may be `{}`: defaults are filled in.',
      ),
    requestId: text(100)
      .exactOptional()
      .describe(
        'Chosen by the sender: the same one again within a day gives the item that the first made.',
      ),
  })
  .meta({ id: 'ItemCreation' })

const expectedVersion = text(100)
  .nullable()
  .describe('The version that the sender has seen; null overwrites whatever is there.')

const languageSave = z
  .strictObject({ fields, expected: expectedVersion })
  .meta({ id: 'LanguageSave' })

export const itemSave = z.strictObject({ languages: z.record(languageKey, languageSave) }).meta({
  id: 'ItemSave',
  description: 'Saves drafts. Only the languages and fields named change; null empties a field.',
})

const itemAction = z.enum(itemActions).meta({
  id: 'ItemAction',
  description:
    '`publish` of an item that is published overwrites it. `restore`: from the trash or archive.',
})

export const itemStateChange = z
  .strictObject({
    action: itemAction,
    language: languageKey
      .nullable()
      .exactOptional()
      .describe('Only this language; null or left out: all. Not for archive, restore and delete.'),
    expected: z
      .record(languageKey, text(100))
      .exactOptional()
      .describe(
        'Versions by language that the sender has seen; refused with 412 if one is not current.',
      ),
  })
  .meta({ id: 'ItemStateChange' })

export const itemEdit = z
  .strictObject({
    id,
    language: languageKey.describe('One that the item has data in.'),
    fields: fields
      .nullable()
      .describe(
        'Only the fields named change; null empties a field. Null instead of fields discards the draft.',
      ),
    expected: expectedVersion,
  })
  .meta({ id: 'ItemEdit' })

export type EditableItem = z.infer<typeof editableItem>
export type EditableLanguage = z.infer<typeof editableLanguage>
export type ItemAction = z.infer<typeof itemAction>
export type ItemEdit = z.infer<typeof itemEdit>
export type ItemStateChange = z.infer<typeof itemStateChange>
