/** The start page of Studio. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { disabledReasons } from '../webhooks.ts'
import { actor, itemLabel, reviewBy } from './contents.ts'
import { release } from './releases.ts'
import { scheduledItem } from './schedules.ts'
import { date, id, languageKey, time } from './values.ts'

export const startQuery = z.object({ review_by: reviewBy })

const recentItem = z
  .strictObject({
    item: itemLabel,
    languages: z.array(languageKey),
    at: time,
    by: actor,
  })
  .meta({ id: 'RecentItem' })

const failingWebhook = z
  .strictObject({
    id,
    name: z.string(),
    failingSince: time.nullable(),
    disabledReason: z.enum(disabledReasons).nullable().describe('Null if it is enabled.'),
  })
  .meta({ id: 'FailingWebhook' })

/** Rows of each list. */
export const startRows = 8

export const startPage = z
  .strictObject({
    drafts: z.array(recentItem).describe('Last changed by the caller, newest first.'),
    scheduled: z.array(scheduledItem).describe('By time.'),
    reviews: z
      .array(z.strictObject({ item: itemLabel, by: date }).meta({ id: 'DueReview' }))
      .describe('Items whose review date has come, the oldest date first.'),
    releases: z
      .array(release)
      .describe(
        'Not published: those that failed first, then scheduled ones by time, then others.',
      ),
    waiting: z
      .array(recentItem)
      .describe(
        'For callers who may publish: drafts that members who may not publish saved last, newest first.',
      ),
    published: z.array(recentItem).describe('Published by users, newest first.'),
    failedSchedules: z.array(scheduledItem).describe('By time.'),
    setup: z
      .strictObject({
        hasItem: z.boolean(),
        hasPublished: z.boolean(),
        hasKey: z.boolean(),
      })
      .nullable()
      .describe('For admins, until an API key has been used for the first time. Null for others.'),
    failingWebhooks: z.array(failingWebhook).describe('For admins; empty for others.'),
  })
  .meta({
    id: 'StartPage',
    description: `At most ${startRows} rows each, of active items in the spaces of the caller.`,
  })

export type RecentItem = z.infer<typeof recentItem>
export type StartPage = z.infer<typeof startPage>
