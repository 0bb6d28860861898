import type { Schema } from '@octavo/schema/schema.ts'
import { itemEvents } from '../events/item-events.ts'
import { loadHooks } from '../events/receivers.ts'
import { startRecording, type Recording } from '../events/record-items.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { Derived, Item, NewChange } from '../store/records.ts'
import type { DerivedChange, ScopeChange } from '../store/derived.ts'
import type { WriteTransaction } from '../store/store.ts'
import { settleAll } from '../store/settle-all.ts'
import type { ContentContext } from './context.ts'
import { deriveItem } from './derive.ts'
import { recordChanges, recordNewItems } from './revisions/record.ts'

/** An entry of the audit log: the actor, the action and the time. */
export interface AuditEntry {
  actor: string
  action: string
  at: number
}

export interface SavedWrite extends AuditEntry {
  isNew: boolean
  /** The items before the change; none if they are new. */
  before: readonly Item[]
  /** The recording of the events, if it has started already. */
  recording?: Promise<Recording | undefined>
}

/** The schema for a write that will save items. Reads the webhooks as well. */
export async function schemaForSaving(
  { schemas }: ContentContext,
  tx: WriteTransaction,
  rootId: number,
): Promise<Schema> {
  const [schema] = await settleAll(schemas.forWriting(tx, rootId), loadHooks(tx, rootId))
  return schema
}

/**
 * Stores content, as `saveMany` does for a release: the items, their derived data, their revisions and the change log
 * entry, in the transaction of the caller.
 */
export async function saveItems(
  tx: WriteTransaction,
  schema: Schema,
  items: readonly Item[],
  entry: SavedWrite,
): Promise<void> {
  const changes: DerivedChange[] = []
  for (const item of items) {
    const derived = deriveItem(schema, item)
    changes.push({ item, derived })
    // The embedded database never yields, so let other requests run after long texts.
    if (charactersIn(derived) >= charactersPerTurn) await nextTurn('long')
  }
  await saveDerivedItems(tx, schema, changes, entry)
}

const charactersPerTurn = 100_000

function charactersIn({ entries }: Derived): number {
  const texts = entries.flatMap(({ document }) => document.searchTexts)
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}

/** Same as `saveItems`, for callers that have derived the items already. */
export async function saveDerivedItems(
  tx: WriteTransaction,
  schema: Schema,
  changes: readonly DerivedChange[],
  entry: SavedWrite,
): Promise<void> {
  if (changes.length === 0) return
  const items = changes.map((change) => change.item)
  const ids = items.map(({ id }) => id)
  const starting = entry.recording ?? startRecording(tx, schema, ids, entry)
  // A new item has no earlier state to record, so nothing has to wait.
  if (!entry.isNew) await starting
  const [recording, , touched, , changeIds] = await settleAll(
    starting,
    entry.isNew ? tx.items.insert(items) : tx.items.update(items),
    tx.derived.save(changes, { isNew: entry.isNew }),
    recordRevisions(tx, schema, items, entry),
    tx.ids.allocate('change', items.length),
  )
  const logged = await tx.changes.append(
    items.map((item) => loggedChange(schema, item, touched.get(item.id) ?? [], entry)),
    changeIds,
  )
  await recording?.finish(logged, changes)
}

/** The entry of a saved item in the change log. */
export function loggedChange(
  schema: Schema,
  item: Item,
  scopes: readonly ScopeChange[],
  { at, actor, action, isNew }: Pick<SavedWrite, 'at' | 'actor' | 'action' | 'isNew'>,
): NewChange {
  return {
    at,
    rootId: item.rootId,
    kind: 'item',
    subjectId: item.id,
    modelId: item.modelId,
    actor,
    action,
    scopes: scopes.map(({ scope }) => scope),
    spaceId: item.spaceId,
    events: itemEvents(schema, { item, action, isNew, scopes }),
  }
}

function recordRevisions(
  tx: WriteTransaction,
  schema: Schema,
  items: readonly Item[],
  entry: SavedWrite,
): Promise<void> {
  if (entry.isNew) return recordNewItems(tx, items, entry)
  const before = new Map(entry.before.map((item) => [item.id, item]))
  const changes = items.map((after) => ({
    before: before.get(after.id) ?? { ...after, languages: new Map() },
    after,
  }))
  return recordChanges(tx, schema, changes, entry)
}
