import { setImmediate } from 'node:timers/promises'
import type { Model } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { testableFields } from '../fields/values.ts'
import type { AbsenceChange } from '../store/derived.ts'
import type { WriteTransaction } from '../store/store.ts'

/** Indexes new fields as empty in the items of existing models. Deriving all items would take much longer. */
export async function updateAbsences(
  tx: WriteTransaction,
  before: Schema,
  after: Schema,
): Promise<void> {
  const changes = after.root.models.flatMap((model) => {
    const old = before.modelById.get(model.id)
    return old ? [changeOf(old, before, model, after)] : []
  })
  for (const change of changes) {
    if (change.added.length + change.removed.length === 0) continue
    let lastId: number | undefined = 0
    while (lastId !== undefined) {
      lastId = await tx.derived.updateAbsences(change, lastId)
      // The embedded database never yields, so let pending requests run.
      await setImmediate()
    }
  }
}

function changeOf(old: Model, before: Schema, model: Model, after: Schema): AbsenceChange {
  const had = testableFields(old.fields, before)
  const has = testableFields(model.fields, after)
  return {
    modelId: model.id,
    added: [...has.difference(had)],
    removed: [...had.difference(has)],
  }
}
