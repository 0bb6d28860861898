/** Bulk changes. Each item succeeds or fails independently. */
import { z } from 'zod'
import { itemActions } from '../choices.ts'
import { say } from '../problems.ts'
import { itemEdit } from './items.ts'
import { problem } from './problems.ts'
import { id, languageKey, rule, shortList, text } from './values.ts'

const few = { least: 1, most: 100, message: 'must have at most 100 entries' }

const restoredFrom = z.enum(['archive', 'trash'])

export const bulkChange = z
  .strictObject({
    action: z.enum(itemActions).exclude(['addDraft', 'discardDraft', 'removeLanguage']),
    ids: shortList(id, few).describe('At most 100. Each item succeeds or fails independently.'),
    language: languageKey.nullable().exactOptional(),
    from: restoredFrom
      .exactOptional()
      .describe('For `restore`: only items that are there. Default: from wherever they are.'),
  })
  .meta({ id: 'BulkChange' })

const outcome = { id, isDone: z.boolean(), problems: z.array(problem) }

const languageVersions = z
  .record(languageKey, text(100))
  .refine((versions) => Object.keys(versions).length > 0, rule(say('required')))
  .meta({ id: 'LanguageVersions', description: 'Versions by language, as in `EditableLanguage`.' })

export const bulkResult = z
  .strictObject({
    results: z.array(
      z.strictObject({
        ...outcome,
        undo: languageVersions
          .nullable()
          .describe('What undoes the change with `undoItems`; null if that cannot undo it.'),
      }),
    ),
  })
  .meta({ id: 'BulkResult' })

export const bulkUndo = z
  .strictObject({
    items: shortList(
      z.strictObject({
        id,
        languages: languageVersions.describe('The versions after the change.'),
      }),
      few,
    ).describe('At most 100. Each item succeeds or fails independently.'),
  })
  .meta({
    id: 'BulkUndo',
    description:
      'Restores what languages of items were before they were published, unpublished or removed, within ' +
      'an hour. Rejected if they have changed since.',
  })

export const undoResult = z
  .strictObject({ results: z.array(z.strictObject(outcome)) })
  .meta({ id: 'UndoResult' })

export const bulkEdit = z
  .strictObject({ edits: shortList(itemEdit, few).describe('At most 100.') })
  .meta({
    id: 'BulkEdit',
    description: 'Saves drafts of several items. Each succeeds or fails independently.',
  })

export const bulkEditResult = z
  .strictObject({
    results: z
      .array(z.strictObject({ ...outcome, undo: itemEdit.nullable() }))
      .describe('`undo` is the edit that restores the previous values; null if nothing changed.'),
  })
  .meta({ id: 'BulkEditResult' })

export type BulkChange = z.infer<typeof bulkChange>
export type BulkEditResult = z.infer<typeof bulkEditResult>
export type RestoredFrom = z.infer<typeof restoredFrom>
export type BulkResult = z.infer<typeof bulkResult>
export type LanguageVersions = z.infer<typeof languageVersions>
export type UndoResult = z.infer<typeof undoResult>
