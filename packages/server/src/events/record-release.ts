/** Records the publication of a release for webhooks, in its transaction. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Change, Item } from '../store/records.ts'
import type { ReleaseAction } from '../store/releases.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { NewEvent, RecordingHook } from '../store/webhooks.ts'
import { tagsOfEvent } from './event-tags.ts'
import { hooksFor } from './receivers.ts'
import { eventOf, recordReceived } from './record.ts'

interface ReleasedLanguage {
  /** Before the release. */
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

/**
 * A webhook with filters receives it if they include one of the items. Languages that were never public are
 * named only to webhooks that include drafts.
 */
export async function recordReleaseEvent(
  tx: WriteTransaction,
  schema: Schema,
  { change, luid, items }: Publication,
  itemChanges: readonly Change[],
): Promise<void> {
  const [event] = change.events
  if (!event) return
  const hooks = await hooksFor(tx, change.rootId, [event.type])
  const tags = [...new Set(itemChanges.flatMap((one) => tagsOfEvent(one, event)))]
  const subject = `release ${change.subjectId}`
  const variants = [
    { isDraft: false, shown: items.filter(isPublic) },
    { isDraft: true, shown: items },
  ]
  const events = variants.map(({ isDraft, shown }): NewEvent => {
    const webhookIds = hooks
      .filter((hook) => hook.includesDrafts === isDraft)
      .filter((hook) => isUnfiltered(hook) || shown.some((one) => isIncluded(hook, one)))
      .map(({ id }) => id)
    const data = JSON.stringify({
      release: luid,
      items: webhookIds.length > 0 ? shown.map((one) => itemOf(schema, one)) : [],
      tags,
    })
    return { ...eventOf(change, event), subject, data, webhookIds }
  })
  await recordReceived(tx, events)
}

/** Whether readers of published content could see it before the release, or can see it now. */
function isPublic({ item, languageId, action }: ReleasedLanguage): boolean {
  if (item.languages.get(languageId)?.published) return true
  return action === 'publish' && item.archivedAt === null && item.deletedAt === null
}

function itemOf(schema: Schema, { item, languageId, action }: ReleasedLanguage): object {
  return {
    id: item.id,
    model: schema.modelById.get(item.modelId)?.luid ?? null,
    space: schema.spaceById.get(item.spaceId)?.luid ?? null,
    lang: schema.languageById.get(languageId)?.key ?? null,
    change: changeNames[action],
  }
}

function isUnfiltered({ spaceIds, modelIds, languageIds }: RecordingHook): boolean {
  return spaceIds === null && modelIds === null && languageIds === null
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
