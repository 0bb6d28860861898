/** What a writer may not do: change what published readers see. */
import type { ItemStateChange } from '@octavo/schema/admin/items.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { canPublish } from '../../access/principal.ts'
import type { Item } from '../../store/records.ts'
import type { AdminCall } from '../api.ts'

type Action = ItemStateChange['action']

const publishing: ReadonlySet<Action> = new Set(['publish', 'unpublish'])
/** These change published data only if the item has any. */
const hiding: ReadonlySet<Action> = new Set(['archive', 'restore', 'delete', 'removeLanguage'])

function requirePublishing({ principal }: AdminCall): void {
  if (!canPublish(principal)) throw new Refusal('forbidden', say('draftsOnly'))
}

/** Rejects an action that never applies to drafts alone. */
export function requireAllowed(call: AdminCall, action: Action): void {
  if (publishing.has(action)) requirePublishing(call)
}

/** Rejects an action that would change the published data of this item. */
export function requireDraftsOnly(
  call: AdminCall,
  item: Item,
  schema: Schema,
  { action, language }: Pick<ItemStateChange, 'action' | 'language'>,
): void {
  requireAllowed(call, action)
  if (!hiding.has(action)) return
  const only =
    action === 'removeLanguage' ? schema.languageByKey.get(language ?? '')?.id : undefined
  const isPublic = item.languages
    .entries()
    .some(([id, { published }]) => published !== null && (only === undefined || only === id))
  if (isPublic) requirePublishing(call)
}
