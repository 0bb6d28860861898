/** Saves many items of one change in turns of the event loop, in the transaction of the caller. */
import type { Schema } from '@octavo/schema/schema.ts'
import { startRecording, type Recording } from '../events/record-items.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { Change, Item, NewChange } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { deriveItem } from './derive.ts'
import { recordChanges } from './revisions/record.ts'
import { loggedChange } from './save.ts'

export interface SavedChange {
  before: Item
  after: Item
  /** The action in the change log. */
  action: string
}

export interface SavedRelease {
  actor: string
  at: number
  /** LUID of the release that the changes come with. */
  release: string
}

const batchSize = 25

/** The entries of the change log are one batch. Unique values may move between the items. */
export async function saveMany(
  tx: WriteTransaction,
  schema: Schema,
  changes: readonly SavedChange[],
  { actor, at, release }: SavedRelease,
): Promise<Change[]> {
  const batches: (readonly SavedChange[])[] = []
  for (let from = 0; from < changes.length; from += batchSize) {
    batches.push(changes.slice(from, from + batchSize))
  }
  const recordings: (Recording | undefined)[] = []
  for (const batch of batches) {
    const ids = batch.map(({ after }) => after.id)
    recordings.push(await startRecording(tx, schema, ids, { isNew: false, release }))
    await tx.derived.freeClaims(ids)
    await nextTurn()
  }
  await tx.derived.startMany()
  const logged: NewChange[] = []
  for (const batch of batches) {
    logged.push(...(await saveBatch(tx, schema, batch, { actor, at })))
    await nextTurn()
  }
  await tx.derived.endMany(changes.length)
  const appended = await tx.changes.append(logged)
  for (const [index, recording] of recordings.entries()) {
    if (!recording) continue
    await recording.finish(appended.slice(index * batchSize, (index + 1) * batchSize))
    await nextTurn()
  }
  return appended
}

async function saveBatch(
  tx: WriteTransaction,
  schema: Schema,
  batch: readonly SavedChange[],
  { actor, at }: { actor: string; at: number },
): Promise<NewChange[]> {
  const derived = batch.map(({ after }) => ({ item: after, derived: deriveItem(schema, after) }))
  await tx.items.update(batch.map(({ after }) => after))
  const touched = await tx.derived.save(derived, { isNew: false })
  for (const [action, some] of Map.groupBy(batch, (change) => change.action)) {
    await recordChanges(tx, schema, some, { actor, action, at })
  }
  return batch.map(({ after, action }) =>
    loggedChange(schema, after, touched.get(after.id) ?? [], { at, actor, action, isNew: false }),
  )
}
