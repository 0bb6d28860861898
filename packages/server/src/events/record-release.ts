/** Records the publication of a release for webhooks, in its transaction. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Change, Item } from '../store/records.ts'
import type { ReleaseAction } from '../store/releases.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { RecordingHook } from '../store/webhooks.ts'
import { tagsOfEvent } from './event-tags.ts'
import { hooksFor } from './receivers.ts'
import { eventOf, recordReceived } from './record.ts'

interface ReleasedLanguage {
  item: Item
  languageId: number
  action: ReleaseAction
}

interface Publication {
  change: Change
  luid: string
  items: readonly ReleasedLanguage[]
}

const changeNames = { publish: 'published', unpublish: 'unpublished', delete: 'deleted' } as const

/** A webhook with filters receives it if they include one of the items. */
export async function recordReleaseEvent(
  tx: WriteTransaction,
  schema: Schema,
  { change, luid, items }: Publication,
  itemChanges: readonly Change[],
): Promise<void> {
  const [event] = change.events
  if (!event) return
  const hooks = await hooksFor(tx, change.rootId, [event.type])
  const webhookIds = hooks
    .filter((hook) => items.some((one) => isIncluded(hook, one)))
    .map(({ id }) => id)
  if (webhookIds.length === 0) return
  const data = JSON.stringify({
    release: luid,
    items: items.map(({ item, languageId, action }) => ({
      id: item.id,
      model: schema.modelById.get(item.modelId)?.luid ?? null,
      space: schema.spaceById.get(item.spaceId)?.luid ?? null,
      lang: schema.languageById.get(languageId)?.key ?? null,
      change: changeNames[action],
    })),
    tags: [...new Set(itemChanges.flatMap((one) => tagsOfEvent(one, event)))],
  })
  const subject = `release ${change.subjectId}`
  await recordReceived(tx, [{ ...eventOf(change, event), subject, data, webhookIds }])
}

function isIncluded(
  { spaceIds, modelIds, languageIds }: RecordingHook,
  { item, languageId }: ReleasedLanguage,
): boolean {
  const isWithin = (ids: readonly number[] | null, id: number): boolean =>
    ids === null || ids.includes(id)
  return (
    isWithin(spaceIds, item.spaceId) &&
    isWithin(modelIds, item.modelId) &&
    isWithin(languageIds, languageId)
  )
}
