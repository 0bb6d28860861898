/** Who else has an item open in Studio. */
import { z } from 'zod'
import { id, languageKey, text } from './values.ts'

export const presenceReport = z
  .strictObject({
    tab: text(64).describe('Chosen by the page, to distinguish the pages of a user.'),
    isOpen: z.boolean().describe('False when the page closes.'),
    field: text(64).nullable().exactOptional().describe('LUID of the field that has the focus.'),
    language: languageKey.nullable().exactOptional().describe('The language of that field.'),
  })
  .meta({
    id: 'PresenceReport',
    description: 'Sent every few seconds. A page that stops sending is removed within 30 seconds.',
  })

const presentUser = z
  .strictObject({
    id,
    name: z.string(),
    places: z
      .array(z.strictObject({ field: z.string(), language: z.string() }))
      .describe('The fields that have the focus in the pages of the user.'),
  })
  .meta({ id: 'PresentUser' })

export const presence = z
  .strictObject({ others: z.array(presentUser).describe('At most 20.') })
  .meta({ id: 'Presence' })

export type PresentUser = z.infer<typeof presentUser>
