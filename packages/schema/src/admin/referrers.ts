/** Items that point at something. */
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
        "Where it points from, once each, at most 20: `{language: 'ja', stage: 'draft', path: 'links[0].to'}`.",
      ),
  })
  .meta({ id: 'Referrer' })

export const referrerList = page(referrer).meta({
  id: 'ReferrerList',
  description:
    'Items that point at an item or a media item, in any language and stage. Archived ones included.',
})

export const referrerQuestion = z
  .strictObject({
    kind: z.enum(['item', 'media']),
    ids: shortList(id, { least: 1, most: mostIds, message: `at most ${mostIds} at once` }).describe(
      'At most 10,000.',
    ),
  })
  .meta({
    id: 'ReferrerQuestion',
    description:
      'Who points at any of these, themselves left out: what is to be known before they are put away.',
  })

export type Referrer = z.infer<typeof referrer>
export type ReferrerList = z.infer<typeof referrerList>
export type ReferrerQuestion = z.infer<typeof referrerQuestion>
