/** Items that reference other items or media. */
import { z } from 'zod'
import { itemLabel, mostIds } from './contents.ts'
import { id, page, shortList } from './values.ts'

const referrer = itemLabel
  .extend({
    places: z
      .array(
        z.strictObject({
          language: z.string(),
          stage: z.enum(['draft', 'published']),
          path: z.string(),
        }),
      )
      .describe(
        "The distinct places of the references, at most 20: `{language: 'ja', stage: 'draft', path: 'links[0].to'}`.",
      ),
  })
  .meta({ id: 'Referrer' })

export const referrerList = page(referrer).meta({
  id: 'ReferrerList',
  description:
    'Items that reference an item or a media item, in any language and stage, including archived items.',
})

export const referrerRequest = z
  .strictObject({
    kind: z.enum(['item', 'media']),
    ids: shortList(id, {
      least: 1,
      most: mostIds,
      message: `must have at most ${mostIds} entries`,
    }).describe('At most 10,000.'),
  })
  .meta({
    id: 'ReferrerRequest',
    description:
      'Finds the other items that reference any of these, as a check before archiving or deleting them.',
  })

export type Referrer = z.infer<typeof referrer>
export type ReferrerList = z.infer<typeof referrerList>
export type ReferrerRequest = z.infer<typeof referrerRequest>
