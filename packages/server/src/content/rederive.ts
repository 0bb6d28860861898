import { setImmediate } from 'node:timers/promises'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ItemFilter } from '../store/items.ts'
import type { WriteTransaction } from '../store/store.ts'
import { deriveItem } from './derive.ts'

/** Few, because requests wait meanwhile. */
const batchSize = 20

export interface RederiveResult {
  items: number
  /** Items with stored data that differed from the derived data. */
  changed: number
}

/** Derives items again, in batches, and stores the differences. */
export async function rederiveItems(
  tx: WriteTransaction,
  schema: Schema,
  filter: Omit<ItemFilter, 'rootId'> = {},
  onProgress: (items: number) => void = () => {},
): Promise<RederiveResult> {
  const result = { items: 0, changed: 0 }
  let lastId = 0
  for (;;) {
    const items = await tx.items.after({ ...filter, rootId: schema.root.id }, lastId, batchSize)
    const last = items.at(-1)
    if (!last) return result
    lastId = last.id
    const derived = items.map((item) => ({ item, derived: deriveItem(schema, item) }))
    const touched = await tx.derived.save(derived, { isNew: false })
    result.items += items.length
    result.changed += touched.size
    onProgress(result.items)
    // The embedded database never yields, so let pending requests run.
    await setImmediate()
  }
}
