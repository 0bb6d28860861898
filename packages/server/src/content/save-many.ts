/** Saves many items of one change in turns of the event loop, in the transaction of the caller. */
import type { Schema } from '@octavo/schema/schema.ts'
import { startRecording, type Recording } from '../events/record-items.ts'
import { inBatches } from '../scheduling/batches.ts'
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

/** The entries of the change log are one batch. Unique values may move between the items. */
export async function saveMany(
  tx: WriteTransaction,
  schema: Schema,
  changes: readonly SavedChange[],
  { actor, at, release }: SavedRelease,
): Promise<Change[]> {
  const recordings: { recording: Recording; from: number; to: number }[] = []
  const itemIds = new Set(changes.map(({ after }) => after.id))
  let from = 0
  await inBatches(changes, async (batch) => {
    const ids = batch.map(({ after }) => after.id)
    const to = from + batch.length
    const recording = await startRecording(tx, schema, ids, {
      isNew: false,
      release: { luid: release, itemIds },
    })
    if (recording) recordings.push({ recording, from, to })
    from = to
    await tx.derived.freeClaims(ids)
  })
  await tx.derived.startMany()
  const logged: NewChange[] = []
  await inBatches(changes, async (batch) => {
    logged.push(...(await saveBatch(tx, schema, batch, { actor, at })))
  })
  await tx.derived.endMany(changes.length)
  const appended = await tx.changes.append(logged)
  for (const one of recordings) {
    await one.recording.finish(appended.slice(one.from, one.to))
    await nextTurn('long')
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
