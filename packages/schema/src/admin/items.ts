/** An item for editing, and its changes. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { itemActions } from '../choices.ts'
import { actor, labels, status } from './contents.ts'
import { problem } from './problems.ts'
import { schedule } from './schedules.ts'
import { translation } from './translations.ts'
import { date, fields, id, languageKey, text, time } from './values.ts'

const stageValues = z
  .strictObject({
    fields: fields.describe(
      'Values by field LUID, in the format of /v1 writes (references and media as ids, flexible ' +
        'text as portable_html, multi select as an array). Empty fields are left out. Languages ' +
        'other than the main language have translatable fields only.',
    ),
    updatedAt: time,
  })
  .meta({ id: 'StageValues' })

const editableLanguage = z
  .strictObject({
    language: z.string(),
    status: status.nullable().describe('Null if there is no data.'),
    version: z
      .string()
      .describe(
        "Changes with every change of this language's data. Opaque; send it back as `expected`.",
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
    changedBy: actor.nullable().describe('The author of the last change of any kind.'),
    changedAt: time,
    languages: z
      .array(editableLanguage)
      .describe('Every language of the root, in its order, including those without data.'),
    translations: z
      .array(translation)
      .describe('The languages with data, except the main language.'),
    problems: z
      .array(problem)
      .describe(
        "Problems that prevent each language's draft from being published: paths `languages.ja.fields.title`.",
      ),
    warnings: z
      .array(problem)
      .describe(
        'Rules that do not prevent publication and that the drafts break, like `problems`.',
      ),
    schedules: z.array(schedule),
    reviewBy: date.nullable().describe('The day by which it is to be reviewed; null without one.'),
    items: labels.shape.items.describe(
      'Labels of the items that the values reference, by id, so that the editor can show names.',
    ),
    media: labels.shape.media,
  })
  .meta({ id: 'EditableItem' })

export const itemCreation = z
  .strictObject({
    model: text(64),
    space: text(64).exactOptional().describe('LUID; default: the parent space.'),
    languages: z
      .record(languageKey, z.strictObject({ fields }))
      .describe('Must include the main language. `fields` may be `{}`: defaults are filled in.'),
    requestId: text(100)
      .exactOptional()
      .describe(
        'Idempotency key chosen by the caller: a repetition within a day returns the item created first.',
      ),
  })
  .meta({ id: 'ItemCreation' })

const expectedVersion = text(100)
  .nullable()
  .describe('The version that the change is based on; null overwrites any version.')

const languageSave = z
  .strictObject({ fields, expected: expectedVersion })
  .meta({ id: 'LanguageSave' })

export const itemSave = z.strictObject({ languages: z.record(languageKey, languageSave) }).meta({
  id: 'ItemSave',
  description: 'Saves drafts. Only the given languages and fields change; null empties a field.',
})

const itemAction = z.enum(itemActions).meta({
  id: 'ItemAction',
  description:
    '`publish` overwrites published data. `restore` brings an item back from the trash or the archive. ' +
    '`removeLanguage` deletes the draft and the published data of a language.',
})

export const itemStateChange = z
  .strictObject({
    action: itemAction,
    language: languageKey
      .nullable()
      .exactOptional()
      .describe(
        'Only this language; null or omitted: all. Not for `archive`, `restore` and `delete`; required for `removeLanguage`.',
      ),
    expected: z
      .record(languageKey, text(100))
      .exactOptional()
      .describe(
        'Versions by language that the change is based on. Rejected with 412 if one is not current.',
      ),
  })
  .meta({ id: 'ItemStateChange' })

export const itemEdit = z
  .strictObject({
    id,
    language: languageKey.describe('A language in which the item has data.'),
    fields: fields
      .nullable()
      .describe(
        'Only the given fields change; null empties a field. Null instead of an object discards the draft.',
      ),
    expected: expectedVersion,
  })
  .meta({ id: 'ItemEdit' })

export type EditableItem = z.infer<typeof editableItem>
export type EditableLanguage = z.infer<typeof editableLanguage>
export type ItemAction = z.infer<typeof itemAction>
export type ItemEdit = z.infer<typeof itemEdit>
export type ItemStateChange = z.infer<typeof itemStateChange>
