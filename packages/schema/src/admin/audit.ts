/** The audit log and change events. */
import { z } from 'zod'
import { auditKinds } from '../choices.ts'
import { actor } from './contents.ts'
import { limit, wholeNumber } from './query.ts'
import { count, id, time } from './values.ts'

const largestSeq = 1e15

const before = wholeNumber({ min: 1, max: largestSeq - 1 })
  .default(largestSeq)
  .describe('`seq` of the last entry of the previous page.')

export const historyQuery = z.object({ before, limit })

export const auditQuery = z.object({
  kind: z.enum(auditKinds).exactOptional(),
  actor: z.string().exactOptional().describe('`user:3`, `key:12`, `cli`, `system`.'),
  before,
  limit,
})

const auditEntry = z
  .strictObject({
    seq: count,
    at: time,
    kind: z.enum(auditKinds),
    subjectId: id.describe(
      'Id of the item, media item, key or user; for a schema change, of the root.',
    ),
    subject: z.string().describe("Title or name of the subject; '' if it no longer exists."),
    model: z.string().nullable(),
    actor,
    action: z.string().describe('`create`, `patch`, `publish`, …'),
    languages: z.array(z.string()),
    address: z
      .string()
      .nullable()
      .describe(
        'The network address of the client, for owners and admins. Null for commands and background work.',
      ),
  })
  .meta({ id: 'AuditEntry' })

export const auditPage = z
  .strictObject({
    deeds: z.array(auditEntry),
    next: count.nullable().describe('`before` of the next page; null at the end.'),
  })
  .meta({
    id: 'AuditPage',
    description: 'A page of the audit log of one item or of a root, newest first.',
  })

export const changeEvent = auditEntry
  .pick({ seq: true, at: true, kind: true, subjectId: true, action: true, model: true })
  .extend({ actor: actor.pick({ kind: true, id: true }) })
  .meta({
    id: 'ChangeEvent',
    description:
      'One message of `events` about a change: `event: change`, with the `seq` as `id:`.',
  })

/** The data of `event: ready`. */
export interface StreamReady {
  /** Milliseconds without a change until now. A page that was opened later has read every change. */
  quietMs: number
}

export type ChangeEvent = z.infer<typeof changeEvent>
export type AuditEntry = z.infer<typeof auditEntry>
export type AuditPage = z.infer<typeof auditPage>
