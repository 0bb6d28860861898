/**
 * Records the events of a change for webhooks, in the transaction of the change, so that an event exists if
 * and only if the change was committed, and shows things as they were then.
 */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Change, LoggedEvent, MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { NewEvent } from '../store/webhooks.ts'
import { tagsOfEvent } from './event-tags.ts'
import { hooksFor, receives } from './receivers.ts'
import { recordedUrl } from './recorded-urls.ts'

/** The properties of a recorded event that come from the change. */
export function eventOf(
  change: Change,
  { type }: LoggedEvent,
): Pick<NewEvent, 'rootId' | 'at' | 'type' | 'actor'> {
  const { rootId, at, actor } = change
  return { rootId, at, type, actor }
}

export async function recordMediaEvents(
  tx: WriteTransaction,
  schema: Schema,
  logged: readonly { change: Change; media: MediaRecord }[],
): Promise<void> {
  const types = logged.flatMap(({ change }) => change.events.map(({ type }) => type))
  const hooks = types.length > 0 ? await hooksFor(tx, schema.root.id, types) : []
  const events = logged.flatMap(({ change, media }) =>
    change.events.map((event) => {
      const space = JSON.stringify(schema.spaceById.get(media.spaceId)?.luid ?? null)
      const tags = JSON.stringify(tagsOfEvent(change, event))
      const data = `{"id":${media.id},"space":${space},"url":${recordedUrl(media)},"tags":${tags}}`
      const webhookIds = hooks.filter((hook) => receives(hook, change, event)).map(({ id }) => id)
      return { ...eventOf(change, event), subject: `media ${media.id}`, data, webhookIds }
    }),
  )
  await recordReceived(tx, events)
}

/** The LUIDs and language keys of definitions that were added, changed or removed. */
export interface ChangedDefinitions {
  readonly models: readonly string[]
  readonly fieldSets: readonly string[]
  readonly languages: readonly string[]
}

export async function recordSchemaEvent(
  tx: WriteTransaction,
  change: Change | undefined,
  { models, fieldSets, languages }: ChangedDefinitions,
): Promise<void> {
  const [event] = change?.events ?? []
  if (!change || !event) return
  const hooks = await hooksFor(tx, change.rootId, [event.type])
  const webhookIds = hooks.filter((hook) => receives(hook, change, event)).map(({ id }) => id)
  const data = JSON.stringify({ models, fieldSets, languages })
  await recordReceived(tx, [{ ...eventOf(change, event), subject: 'schema', data, webhookIds }])
}

/** Events that no webhook receives are not recorded. */
export async function recordReceived(
  tx: WriteTransaction,
  events: readonly NewEvent[],
  eventIds?: readonly number[],
): Promise<void> {
  const received = events.filter(({ webhookIds }) => webhookIds.length > 0)
  if (received.length > 0) await tx.webhooks.record(received, eventIds)
}
