/** Bulk changes. Each item succeeds or fails independently. */
import { z } from 'zod'
import { itemActions } from '../choices.ts'
import { itemEdit } from './items.ts'
import { problem } from './problems.ts'
import { id, languageKey, shortList } from './values.ts'

const few = { least: 1, most: 100, message: 'must have at most 100 entries' }

export const bulkChange = z
  .strictObject({
    action: z.enum(itemActions).exclude(['addDraft', 'discardDraft', 'removeLanguage']),
    ids: shortList(id, few).describe('At most 100. Each item succeeds or fails independently.'),
    language: languageKey.nullable().exactOptional(),
  })
  .meta({ id: 'BulkChange' })

const outcome = { id, isDone: z.boolean(), problems: z.array(problem) }

export const bulkResult = z
  .strictObject({ results: z.array(z.strictObject(outcome)) })
  .meta({ id: 'BulkResult' })

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
export type BulkResult = z.infer<typeof bulkResult>
