/** What happened: the audit log, and events of changes. */
import { z } from 'zod'
import { deedKinds } from '../choices.ts'
import { actor } from './contents.ts'
import { limit, wholeNumber } from './query.ts'
import { count, id, time } from './values.ts'

const largestSeq = 1e15

const before = wholeNumber({ min: 1, max: largestSeq - 1 })
  .default(largestSeq)
  .describe('Seq of the last deed of the page before.')

export const historyQuery = z.object({ before, limit })

export const auditQuery = z.object({
  kind: z.enum(deedKinds).exactOptional(),
  actor: z.string().exactOptional().describe('`user:3`, `key:12`, `cli`, `system`.'),
  before,
  limit,
})

const deed = z
  .strictObject({
    seq: count,
    at: time,
    kind: z.enum(deedKinds),
    subjectId: id.describe('Id of the item, media, key or user; of the root for a schema change.'),
    subject: z.string().describe("What people call it; '' where it is gone."),
    model: z.string().nullable(),
    actor,
    action: z.string().describe('`create`, `patch`, `publish`, …'),
    languages: z.array(z.string()),
  })
  .meta({ id: 'Deed' })

export const deedList = z
  .strictObject({
    deeds: z.array(deed),
    next: count.nullable().describe('`before` of the next page; null at the end.'),
  })
  .meta({
    id: 'DeedList',
    description: 'What happened to one item, or to a whole root: the newest first.',
  })

export const changeEvent = deed
  .pick({ seq: true, at: true, kind: true, subjectId: true, action: true, model: true })
  .extend({ actor: actor.pick({ kind: true, id: true }) })
  .meta({
    id: 'ChangeEvent',
    description: 'One message of `events`: something changed. `event: change`, `id:` is the seq.',
  })

export type ChangeEvent = z.infer<typeof changeEvent>
export type Deed = z.infer<typeof deed>
export type DeedList = z.infer<typeof deedList>
