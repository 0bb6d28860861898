import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'

const usualBatch = 200

/** Visits all items of all roots, including the trash. Each batch has its own transaction. */
export async function* everyItem<Result>(
  { store, schemas }: ContentContext,
  visit: (tx: ReadTransaction, schema: Schema, items: readonly Item[]) => Promise<Result>,
  {
    onProgress,
    batch = usualBatch,
  }: { onProgress?: ((items: number, total: number) => void) | undefined; batch?: number } = {},
): AsyncIterable<{ rootId: number; result: Result }> {
  const roots = await store.read((tx) => tx.roots.list())
  let [done, total] = [0, 0]
  for (const { id } of roots) total += await store.read((tx) => tx.items.count({ rootId: id }))
  for (const { id: rootId } of roots) {
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const after: number = lastId
      const { items, result } = await store.read(async (tx) => {
        const schema = await schemas.in(tx, rootId)
        const found = await tx.items.after({ rootId }, after, batch)
        return { items: found, result: await visit(tx, schema, found) }
      })
      yield { rootId, result }
      done += items.length
      lastId = items.at(-1)?.id
      onProgress?.(done, total)
    }
  }
}
