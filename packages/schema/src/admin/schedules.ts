/** Planned publications and unpublications. Times in replies are ISO 8601 UTC. */
import { z } from 'zod'
import { scheduleActions, scheduleStates } from '../choices.ts'
import { say } from '../problems.ts'
import { actor, itemLabel } from './contents.ts'
import { problem } from './problems.ts'
import { wholeNumber } from './query.ts'
import { languageKey, page, rule, text, time } from './values.ts'

const action = z.enum(scheduleActions)

export const schedule = z
  .strictObject({
    language: z.string(),
    action,
    at: time,
    by: actor,
    createdAt: time,
    failedAt: time
      .nullable()
      .describe('When it failed; null while it is pending. The item was left as it was.'),
    problems: z.array(problem).describe('Why it failed.'),
    isDraftNewer: z
      .boolean()
      .describe('Whether the draft has changed since it was scheduled. The earlier one goes out.'),
    isPublishedSince: z
      .boolean()
      .describe('Whether the language was published after it was scheduled.'),
  })
  .meta({ id: 'Schedule' })

export const instant = text(100).describe(
  '`2026-12-01T09:00:00Z`, `2026-12-01T09:00:00+09:00`, or with a zone `2026-12-01T09:00[Asia/Tokyo]`.',
)

export const scheduleRequest = z
  .strictObject({
    language: languageKey.nullable().exactOptional().describe('Null or omitted: all languages.'),
    publishAt: instant.exactOptional(),
    unpublishAt: instant.exactOptional(),
    expected: z
      .record(languageKey, text(100))
      .exactOptional()
      .describe('Versions by language. Rejected with 412 if one is not current.'),
  })
  .refine(
    ({ publishAt, unpublishAt }) => publishAt !== undefined || unpublishAt !== undefined,
    rule(say('noTimes')),
  )
  .meta({
    id: 'ScheduleRequest',
    description:
      'Publishes the draft as it is now, or unpublishes, at a time. Replaces earlier schedules of the same ' +
      'action and language.',
  })

export const scheduleMove = z
  .strictObject({ language: languageKey, action, at: instant })
  .meta({ id: 'ScheduleMove', description: 'Changes the time. The scheduled version stays.' })

/** Which schedules of an item to cancel. */
export const scheduleQuery = z.object({
  language: z.string().exactOptional().describe('Default: all languages.'),
  action: action.exactOptional().describe('Default: both.'),
})

export const scheduleListQuery = z.object({
  from: instant.exactOptional().describe('Only schedules at this time or later.'),
  to: instant.exactOptional().describe('Only schedules before this time.'),
  state: z.enum(scheduleStates).exactOptional(),
  limit: wholeNumber({ min: 1, max: 1000 }).default(100).describe('1 to 1000; default 100.'),
  offset: wholeNumber({ min: 0, max: 1e12 }).default(0),
})

export const scheduledItem = schedule.extend({ item: itemLabel }).meta({ id: 'ScheduledItem' })

export const scheduleList = page(scheduledItem).meta({
  id: 'ScheduleList',
  description: 'By time. Items in the trash are left out.',
})

export type Schedule = z.infer<typeof schedule>
export type ScheduledItem = z.infer<typeof scheduledItem>
